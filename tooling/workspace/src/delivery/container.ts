import { equal, fail, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@wikiquery/launch/free-port';
import { Stand } from '@wikiquery/launch/stand';
import { type Image, type Instruction, imageOf, readContainerfile, type Stage } from './containerfile.ts';
import { command } from './managers.ts';

/**
 * Builds docs/container with packages from a registry, and runs it read-only as an unprivileged user. Uses podman or docker if one works.
 * Otherwise, runs the instructions in an in-memory overlay over this machine's files. Throws unless the server starts, responds, is healthy
 * and stops on SIGTERM.
 */
export async function inContainer(root: string, registry: string): Promise<void> {
  await using stand = new Stand();
  const folder = stand.folder();
  copyFileSync(join(root, 'docs/container/Containerfile'), join(folder, 'Containerfile'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--package-lock-only', '--registry', registry, '--no-audit', '--no-fund', 'wikiquery', 'mysql2', 'pg'];
  command('npm', folder, args);
  await buildAndProve(folder, registry);
}

/** Build arguments of the Containerfile, each with the image tag whose digest is its value. */
const IMAGES = { NODE_IMAGE: 'docker.io/library/node:24-bookworm-slim', BASE_IMAGE: 'docker.io/library/debian:bookworm-slim' };

async function buildAndProve(folder: string, registry: string): Promise<void> {
  const stages = readContainerfile(join(folder, 'Containerfile'));
  const image = imageOf(stages);
  const port = String(await freePort());
  const builder = ['podman', 'docker'].find(name => succeeds(name, 'info') && build(name, folder, registry));
  if (builder !== undefined) {
    await withContainer(builder, port, container =>
      prove(container, image, port, command => spawnSync(builder, ['exec', NAME, ...command], { encoding: 'utf8' })),
    );
    console.log(`${builder} builds and runs docs/container.`);
  } else if (succeeds('unshare', '--mount', 'true')) {
    await withFolders(stages, image, { folder, port, registry }, (server, within) => prove(server, image, port, within));
    console.log('The instructions of docs/container ran one by one, then the server in their result, because no container builder works.');
  } else console.log('Skipped: docs/container needs podman, docker, or an account that can mount.');
}

const NAME = `wikiquery-${process.pid}`;

const succeeds = (name: string, ...args: string[]): boolean => spawnSync(name, args, { stdio: 'ignore' }).status === 0;

/** Builds the image. Returns false if a base image cannot be pulled. Throws if the build fails. */
function build(builder: string, folder: string, registry: string): boolean {
  const images = Object.entries(IMAGES).map(([name, tag]) => [name, digestOf(builder, tag)] as const);
  if (images.some(([, digest]) => digest === undefined)) return false;
  const buildArguments = [...images, ['NPM_CONFIG_REGISTRY', registry]].flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  const args = ['build', '--network=host', ...buildArguments, '--tag', NAME, '--file', 'Containerfile', '.'];
  const { status, stdout, stderr } = spawnSync(builder, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 || fail(`${builder} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/** Returns `NAME@sha256:…`, or undefined if the image cannot be pulled. */
function digestOf(builder: string, tag: string): string | undefined {
  if (!succeeds(builder, 'pull', tag)) return undefined;
  return spawnSync(builder, ['image', 'inspect', '--format', '{{index .RepoDigests 0}}', tag], { encoding: 'utf8' }).stdout.trim();
}

async function withContainer(builder: string, port: string, work: (container: ChildProcess) => Promise<void>): Promise<void> {
  const own = ['--name', NAME, '--rm', '--read-only', '--network=host', '--cap-drop=all', '--env', `WIKIQUERY_PORT=${port}`];
  const container = spawn(builder, ['run', ...own, NAME], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    await work(container);
  } finally {
    spawnSync(builder, ['rm', '--force', NAME]);
    spawnSync(builder, ['image', 'rm', '--force', NAME]);
  }
}

type Within = (command: readonly string[]) => { readonly status: number | null; readonly stderr: string };

async function prove(server: ChildProcess, { healthcheck }: Image, port: string, within: Within): Promise<void> {
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const isHealthy = (): boolean => within(healthcheck).status === 0;
  while (!isHealthy()) {
    if (server.exitCode !== null) fail(`The container ended with code ${server.exitCode}:\n${output}`);
    await delay(500);
  }
  const response = await fetch(`http://127.0.0.1:${port}/api.php?action=query&list=search&srsearch=continuation&format=json`);
  ok('query' in ((await response.json()) as object), output);
  const node = (code: string): string => within(['/usr/local/bin/node', '-e', code]).stderr;
  match(node("require('node:fs').writeFileSync('/opt/wikiquery/x', '')"), /EROFS/);
  equal(
    node(
      "require('node:fs').writeFileSync('/var/lib/wikiquery/x', ''); if (process.getuid() === 0) throw new Error('The container runs as root.')",
    ),
    '',
  );
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  equal((await ended)[0], 0, output);
  ok(!isHealthy());
}

/** Runs the instructions of a Containerfile, and then its server, in temporary folders. */
async function withFolders(
  stages: readonly Stage[],
  image: Image,
  { folder: context, port, registry }: { readonly folder: string; readonly port: string; readonly registry: string },
  work: (server: ChildProcess, within: Within) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-container-'));
  const [user, group] = image.user.split(':') as [string, string];
  const identity = [`--reuid=${user}`, `--regid=${group}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const env = Object.entries({ PATH, ...image.env, WIKIQUERY_PORT: port }).map(([name, value]) => `${name}=${value}`);
  const as = ['setpriv', ...identity, 'env', '-i', '-C', image.folder, ...env];
  const script = [
    'set -eu',
    `mount -t tmpfs tmpfs ${folder}`,
    `cd ${folder}`,
    ...stages.flatMap((stage, i) => stageScript(stage, i, stages, { context, registry })),
    `cd ${stages.length - 1}/tree`,
    // As in a container, a new volume takes the mode and owner of its folder in the image.
    ...image.volumes.flatMap(path => [
      `mount -t tmpfs -o "mode=$(stat -c %a .${path}),uid=$(stat -c %u .${path}),gid=$(stat -c %g .${path})" tmpfs .${path}`,
    ]),
    'umount tmp',
    'mount -o remount,ro .',
    `exec chroot . ${shell([...as, ...image.command])}`,
  ];
  writeFileSync(join(folder, 'run'), script.join('\n'));
  const server = spawn('unshare', ['--mount', 'sh', join(folder, 'run')], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  try {
    await work(server, command => {
      const args = ['--target', String(server.pid), '--mount', '--root', ...as, ...command];
      return spawnSync('nsenter', args, { encoding: 'utf8' });
    });
  } finally {
    server.kill('SIGKILL');
    if (server.exitCode === null && server.signalCode === null) await ended;
    rmSync(folder, { recursive: true });
  }
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Returns the shell commands of stage number `i`. Its root is `i/tree`, an overlay over this machine's root. */
function stageScript(
  { base, instructions }: Stage,
  i: number,
  stages: readonly Stage[],
  { context, registry }: { readonly context: string; readonly registry: string },
): string[] {
  const lines = [
    `mkdir -p ${i}/upper ${i}/work ${i}/tree`,
    `mount -t overlay overlay -o lowerdir=/,upperdir=${i}/upper,workdir=${i}/work ${i}/tree`,
    ...['proc', 'dev'].map(each => `mount --rbind /${each} ${i}/tree/${each}`),
    `mount -t tmpfs tmpfs ${i}/tree/tmp`,
    // The Node image has Node at this path.
    ...(base.includes('NODE_IMAGE') ? [`install -D ${process.execPath} ${i}/tree/usr/local/bin/node`] : []),
  ];
  const env: Record<string, string> = { PATH, HOME: '/tmp' };
  // This machine's files replace both base images.
  const values: Record<string, string> = { NPM_CONFIG_REGISTRY: registry, NODE_IMAGE: 'here@sha256:0', BASE_IMAGE: 'here@sha256:0' };
  let folder = '/';
  for (const { name, text } of instructions) lines.push(...step(name, text));
  return lines;

  function step(name: Instruction['name'], text: string): string[] {
    switch (name) {
      case 'ARG': {
        env[text] = values[text] ?? fail(`ARG ${text}`);
        return [];
      }
      case 'WORKDIR':
        folder = text;
        return [`mkdir -p ${i}/tree${folder}`];
      case 'COPY': {
        const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(.+) (\S+)$/.exec(text) ?? fail(`COPY ${text}`);
        if (from === undefined) return source.split(' ').map(file => `cp ${join(context, file)} ${i}/tree${target}`);
        const other = stages.findIndex(stage => stage.name === from);
        return [`mkdir -p $(dirname ${i}/tree${target}) && rm -rf ${i}/tree${target} && cp -a ${other}/tree${source} ${i}/tree${target}`];
      }
      case 'RUN': {
        const variables = Object.entries(env).map(([key, value]) => `${key}=${value}`);
        return [`chroot ${i}/tree ${shell(['env', '-i', '-C', folder, ...variables, 'sh', '-c', text])} >&2`];
      }
      default:
        return [];
    }
  }
}

const shell = (words: readonly string[]): string => words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
