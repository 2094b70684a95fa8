import { match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { stringify } from 'yaml';
import { build } from '../build.ts';
import { isPublished, readWorkspace } from '../packages.ts';
import { inContainer } from './container.ts';
import { ALLOW_BUILDS, command, npmEnv, npmSetting, writeManifest } from './managers.ts';

/** Dependencies of the local registry. The override replaces a dependency on a distribution tag that some registries lack. */
const REGISTRY = { dependencies: { verdaccio: '6.10.4' }, overrides: { 'node-fetch': '2.7.0' } };

/** An unsupported Node version, on which the program must report the required version. */
const OLD_NODE = '20.19.5';

/** Limits of the installed size in megabytes. All modules include sharp with libvips (19 MB), and the MCP SDK with Zod (17 MB). */
const MOST = { six: 60, all: 120 };

const SIX = ['list-allpages', 'list-users', 'meta-siteinfo', 'meta-tokens', 'prop-categories', 'prop-info'];
const SMALL = ['server', 'format-json', ...SIX].map(name => `@wikiquery/${name}`);

/**
 * Publishes all packages on a local registry, and installs them from there in empty folders with empty home folders. Throws if a server
 * does not start, does not respond or exceeds its size limit.
 */
async function fromRegistry(root: string): Promise<void> {
  await using stand = new Stand();
  const folder = stand.folder();
  const registry = await startRegistry(stand, folder);
  await build(root, { isRelease: true });
  publish(root, folder, registry);
  await installAndServe(folder, registry);
  await inContainer(root, registry);
}

async function installAndServe(folder: string, registry: string): Promise<void> {
  const cleanHome = (name: string): CleanHome => {
    const [own, home] = [join(folder, name), join(folder, `${name}-home`)];
    for (const each of [own, home]) mkdirSync(each);
    const nodes = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
    return { folder: own, env: { ...npmEnv(home, registry), PATH: nodes } };
  };

  const small = cleanHome('small');
  command('npm', small.folder, ['install', ...SMALL], small.env);
  weigh(small, 'six modules', MOST.six);
  await expectAnswer(small, 'general');
  const { stderr: refusal } = spawnSync('npx', ['wikiquery', 'serve', '--port', '0', '--database', 'postgres://127.0.0.1/wiki'], {
    cwd: small.folder,
    env: small.env,
    encoding: 'utf8',
  });
  match(refusal, /npm install pg/);

  const all = cleanHome('all');
  command('npm', all.folder, ['install', 'wikiquery'], all.env);
  weigh(all, 'all modules', MOST.all);
  await expectAnswer(all, 'search');

  // Without an installation, npx fetches the package.
  await expectAnswer(cleanHome('nothing'), 'search', ['--yes', 'wikiquery']);

  const withPnpm = cleanHome('pnpm');
  writeManifest(withPnpm.folder, { name: 'mine', private: true });
  const pnpm = spawnSync('sh', ['-c', 'command -v pnpm'], { encoding: 'utf8' }).stdout.trim();
  const env = { ...withPnpm.env, PATH: [dirname(pnpm), withPnpm.env.PATH].join(delimiter) };
  writeFileSync(join(withPnpm.folder, 'pnpm-workspace.yaml'), stringify({ allowBuilds: ALLOW_BUILDS }));
  command('pnpm', withPnpm.folder, ['add', '--registry', registry, '--config.minimum-release-age=0', 'wikiquery'], env);
  await expectAnswer(withPnpm, 'search');

  const { status, stderr } = spawnSync('npx', ['--yes', '--package', oldNode(), '--package', 'wikiquery', '-c', 'wikiquery serve'], {
    cwd: all.folder,
    env: all.env,
    encoding: 'utf8',
  });
  match(stderr, /wikiquery needs Node 24\.15 or later, but this is Node 20\./);
  ok(status !== 0);
  console.log(
    `The published packages start and respond with npm, npx and pnpm in an empty home, and Node ${OLD_NODE} reports the required version.`,
  );
}

interface CleanHome {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const oldNode = (): string => `node-${process.platform}-${process.arch}@${OLD_NODE}`;

function weigh({ folder }: CleanHome, what: string, most: number): void {
  const files = globSync('node_modules/**/*', { cwd: folder, withFileTypes: true }).filter(file => file.isFile());
  const megabytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1e6;
  console.log(`${what}: ${megabytes.toFixed(1)} MB installed`);
  ok(megabytes < most, `${what} weigh ${megabytes.toFixed(1)} MB, more than ${most}.`);
}

/** Runs `npx wikiquery serve`. Throws unless its response to a query contains `name`. */
async function expectAnswer(
  { folder, env }: CleanHome,
  name: 'general' | 'search',
  program: readonly string[] = ['--no', 'wikiquery'],
): Promise<void> {
  const server = spawn('npx', [...program, 'serve', '--port', '0'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const api = await new Promise<string>((resolve, reject) => {
      server.stdout.on('data', () => {
        const found = /^\s*(http:\S+\/api\.php)$/m.exec(output)?.[1];
        if (found) resolve(found);
      });
      server.once('exit', code => reject(new Error(`npx wikiquery serve ended with code ${code}:\n${output}`)));
    });
    const query = name === 'search' ? 'list=search&srsearch=continuation' : 'meta=siteinfo';
    const response = (await (await fetch(`${api}?action=query&format=json&${query}`)).json()) as { query?: object };
    ok(name in (response.query ?? {}), JSON.stringify(response).slice(0, 500));
  } finally {
    await end(server);
  }
}

/** Signals the process group, because npx does not forward signals. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.pid === undefined) return;
  const gone = once(server, 'exit');
  process.kill(-server.pid, 'SIGINT');
  await gone;
}

function publish(root: string, folder: string, registry: string): void {
  const settings = join(folder, 'npmrc');
  // pnpm refuses to publish without a token, which the local registry ignores.
  writeFileSync(settings, `//${new URL(registry).host}/:_authToken=anybody\n`);
  const filters = readWorkspace(root)
    .packages.filter(isPublished)
    .flatMap(({ path }) => ['--filter', `./${path}`]);
  const args = [...filters, '--recursive', 'publish', '--no-git-checks', '--registry', registry, '--config.provenance=false'];
  command('pnpm', root, args, { ...process.env, NPM_CONFIG_USERCONFIG: settings });
}

/** Starts a registry that forwards requests for third-party packages to the usual registry. Returns its URL. */
async function startRegistry(stand: Stand, folder: string): Promise<string> {
  const own = join(folder, 'registry');
  mkdirSync(own);
  writeManifest(own, { name: 'registry', private: true, ...REGISTRY });
  command('npm', own, ['install', '--no-audit', '--no-fund', '--prefer-offline']);
  const upstream = npmSetting('registry', folder);
  const open = { access: '$all', publish: '$all' };
  const configuration = {
    storage: join(own, 'storage'),
    uplinks: { upstream: { url: upstream, cache: false } },
    packages: { '@wikiquery/*': open, wikiquery: open, '**': { access: '$all', proxy: 'upstream' } },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  };
  writeFileSync(join(own, 'config.yaml'), stringify(configuration));
  const port = await freePort();
  const program = join(own, 'node_modules/verdaccio/bin/verdaccio');
  const args = [program, '--config', join(own, 'config.yaml'), '--listen', `127.0.0.1:${port}`];
  const server = stand.run(process.execPath, args, { cwd: own });
  const address = `http://127.0.0.1:${port}/`;
  for (let tries = 0; ; tries++) {
    const isListening = await fetch(`${address}-/ping`).then(
      response => response.ok,
      () => false,
    );
    if (isListening) return address;
    if (tries > 300 || server.exitCode !== null) throw new Error('The registry does not start.');
    await delay(200);
  }
}

readOptions(
  `usage: pnpm lab published

Publishes all packages on a local registry, installs them in an empty home and in a container, and starts the server.`,
  {},
);
await fromRegistry(join(import.meta.dirname, '../../../..'));
