import { fail, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import { readOptions } from '@wikiquery/launch/options';
import { stringify } from 'yaml';
import { build } from '../build.ts';
import { isPublished, readWorkspace } from '../packages.ts';
import { inContainer } from './container.ts';
import { command, writeManifest } from './managers.ts';

/** A registry that runs here. One of its packages names another by a tag that not every registry keeps. */
const REGISTRY = { dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch': '2.7.0' } };

/** An older Node, which is to say what it needs. */
const OLD_NODE = '20.19.5';

/** Megabytes that may be installed. */
const MOST = { six: 60, all: 90 };

const SIX = ['list-allpages', 'list-users', 'meta-siteinfo', 'meta-tokens', 'prop-categories', 'prop-info'];
const SMALL = ['server', 'format-json', ...SIX].map(name => `@wikiquery/${name}`);

/**
 * Publishes everything on a registry of this machine, and installs it from there as somebody does who has nothing but Node and npm: an empty folder, an empty
 * home. Throws when a server that is put together so does not start, does not answer, or is too heavy.
 */
async function fromRegistry(root: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-registry-'));
  const registry = await startRegistry(folder);
  try {
    await build(root);
    publish(root, folder, registry.address);
    await asStrangers(folder, registry.address);
    await inContainer(root, registry.address);
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function asStrangers(folder: string, registry: string): Promise<void> {
  const stranger = (name: string): Stranger => {
    const [own, home] = [join(folder, name), join(folder, `${name}-home`)];
    for (const each of [own, home]) mkdirSync(each);
    const nodes = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
    const quiet = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };
    return { folder: own, env: { ...quiet, HOME: home, PATH: nodes, npm_config_registry: registry } };
  };

  const small = stranger('small');
  run(small, 'npm', 'install', ...SMALL);
  weigh(small, 'six modules', MOST.six);
  await answers(small, 'general');
  const { stderr: refusal } = spawnSync('npx', ['wikiquery', 'serve', '--port', '0', '--database', 'postgres://127.0.0.1/wiki'], {
    cwd: small.folder,
    env: small.env,
    encoding: 'utf8',
  });
  match(refusal, /npm install pg/);

  const all = stranger('all');
  run(all, 'npm', 'install', 'wikiquery');
  weigh(all, 'all modules', MOST.all);
  await answers(all, 'search');

  // Nothing is installed before, and nothing is here: npx fetches it.
  await answers(stranger('nothing'), 'search', ['--yes', 'wikiquery']);

  const withPnpm = stranger('pnpm');
  writeManifest(withPnpm.folder, { name: 'mine', private: true });
  const pnpm = spawnSync('sh', ['-c', 'command -v pnpm'], { encoding: 'utf8' }).stdout.trim();
  const env = { ...withPnpm.env, PATH: [dirname(pnpm), withPnpm.env.PATH].join(delimiter) };
  // better-sqlite3 ships its binaries: pnpm asks whether to build it all the same.
  writeFileSync(join(withPnpm.folder, 'pnpm-workspace.yaml'), 'allowBuilds:\n  better-sqlite3: false\n');
  run({ ...withPnpm, env }, 'pnpm', 'add', '--registry', registry, '--config.minimum-release-age=0', 'wikiquery');
  await answers(withPnpm, 'search');

  const { status, stderr } = spawnSync('npx', ['--yes', '--package', oldNode(), '--package', 'wikiquery', '-c', 'wikiquery serve'], {
    cwd: all.folder,
    env: all.env,
    encoding: 'utf8',
  });
  match(stderr, /wikiquery needs Node 24\.15 or later, and this is 20\./);
  ok(status !== 0);
  console.log(`What is published starts and answers with npm, npx and pnpm in an empty home, and says to Node ${OLD_NODE} what it needs.`);
}

interface Stranger {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const oldNode = (): string => `node-${process.platform}-${process.arch}@${OLD_NODE}`;

function run({ folder, env }: Stranger, name: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) fail(`${name} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/** Bytes of all files that were installed. */
function weigh({ folder }: Stranger, what: string, most: number): void {
  const files = globSync('node_modules/**/*', { cwd: folder, withFileTypes: true }).filter(file => file.isFile());
  const megabytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1e6;
  console.log(`${what}: ${megabytes.toFixed(1)} MB installed`);
  ok(megabytes < most, `${what} weigh ${megabytes.toFixed(1)} MB, more than ${most}.`);
}

/** `npx wikiquery serve` answers a query whose result has this name. */
async function answers(
  { folder, env }: Stranger,
  name: 'general' | 'search',
  program: readonly string[] = ['--no', 'wikiquery'],
): Promise<void> {
  const server = spawn('npx', [...program, 'serve', '--port', '0'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  try {
    const api = await new Promise<string>((resolve, reject) => {
      server.stdout.on('data', () => {
        const found = /^\s*(http:\S+\/api\.php)$/m.exec(said)?.[1];
        if (found) resolve(found);
      });
      server.once('exit', code => reject(new Error(`npx wikiquery serve ended with code ${code}:\n${said}`)));
    });
    const asked = name === 'search' ? 'list=search&srsearch=continuation' : 'meta=siteinfo';
    const response = (await (await fetch(`${api}?action=query&format=json&${asked}`)).json()) as { query?: object };
    ok(name in (response.query ?? {}), JSON.stringify(response).slice(0, 500));
  } finally {
    await end(server);
  }
}

/** npx passes signals on to nobody: the whole group is meant. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const gone = once(server, 'exit');
  process.kill(-server.pid, 'SIGINT');
  await gone;
}

function publish(root: string, folder: string, registry: string): void {
  const settings = join(folder, 'npmrc');
  // It asks nobody who they are, but the client wants to have something to tell.
  writeFileSync(settings, `//${new URL(registry).host}/:_authToken=anybody\n`);
  const filters = readWorkspace(root)
    .packages.filter(isPublished)
    .flatMap(({ path }) => ['--filter', `./${path}`]);
  const args = [...filters, '--recursive', 'publish', '--no-git-checks', '--registry', registry, '--config.provenance=false'];
  command('pnpm', root, args, { NPM_CONFIG_USERCONFIG: settings });
}

/** A registry of its own that passes requests for packages of others on. */
async function startRegistry(folder: string): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const own = join(folder, 'registry');
  mkdirSync(own);
  writeManifest(own, { name: 'registry', private: true, ...REGISTRY });
  command('npm', own, ['install', '--no-audit', '--no-fund', '--prefer-offline']);
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: folder }).stdout.trim();
  const ours = { access: '$all', publish: '$all' };
  const configuration = {
    storage: join(own, 'storage'),
    uplinks: { upstream: { url: upstream, cache: false } },
    packages: { '@wikiquery/*': ours, wikiquery: ours, '**': { access: '$all', proxy: 'upstream' } },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  };
  writeFileSync(join(own, 'config.yaml'), stringify(configuration));
  const port = await freePort();
  const program = join(own, 'node_modules/verdaccio/bin/verdaccio');
  const server = spawn(process.execPath, [program, '--config', join(own, 'config.yaml'), '--listen', `127.0.0.1:${port}`], {
    cwd: own,
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}/`;
  for (let tries = 0; ; tries++) {
    const isThere = await fetch(`${address}-/ping`).then(
      response => response.ok,
      () => false,
    );
    if (isThere) break;
    if (tries > 300 || server.exitCode !== null) throw new Error('The registry does not start.');
    await delay(200);
  }
  return {
    address,
    async stop() {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
    },
  };
}

readOptions(
  `usage: pnpm lab published

Publishes everything on a registry of this machine, installs it from there in an empty home and in a container, and serves.`,
  {},
);
await fromRegistry(join(import.meta.dirname, '../../../..'));
