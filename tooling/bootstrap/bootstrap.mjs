// node tooling/bootstrap/bootstrap.mjs COMMAND [ARGUMENT...]
//
// Runs COMMAND in the installed workspace, with the pinned Node and pnpm on PATH. Plain JavaScript for Node >= 18 with
// nothing installed: npx fetches pnpm, and the Node binary where the running Node is too old for the project.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FETCHED_NODE = '24.21.0';

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

/** The environment of the command: the pinned tools and the workspace's own first on PATH, npm's settings taken out. */
function environment() {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && !/^path$/i.test(name)));
  const path = [join(root, 'node_modules', '.bin'), toolPath()].join(delimiter);
  return { ...clean, PATH: path, TURBO_TELEMETRY_DISABLED: '1' };
}

/** PATH with the pinned pnpm and a Node that is new enough. */
function toolPath() {
  const own = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const nodeIsOld = isOlder(process.versions.node, oldestNode);
  if (!nodeIsOld && installedPnpm(own) === pnpmVersion) return own;

  const packages = [...(nodeIsOld ? [nodePackage()] : []), `pnpm@${pnpmVersion}`];
  // With npm's own pauses between tries, a machine without network would wait for more than a minute.
  const pauses = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const args = ['--yes', '--prefer-offline', ...pauses, ...packages.flatMap(name => ['--package', name]), '-c', 'node -p process.env.PATH'];
  const npx = spawnSync('npx', args, { cwd: root, shell: windows, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const path = npx.status === 0 ? npx.stdout.trim().split('\n').at(-1) : undefined;
  if (path) return path;
  console.error(`Could not get ${packages.join(' and ')} from the npm registry.`);
  console.error(`Check the network, or install Node ${engines.node} and pnpm ${pnpmVersion} yourself and try again.`);
  process.exit(1);
}

/** These packages hold just the binary of one platform; unlike the package `node` they need no install script. */
function nodePackage() {
  const platform = windows ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}@${FETCHED_NODE}`;
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

/** Silent where there is nothing to do. The registry's own checks of a lockfile that is under version control cost 15 s. */
function install() {
  return run([
    'pnpm',
    'install',
    '--frozen-lockfile',
    '--trust-lockfile',
    '--prefer-offline',
    '--reporter',
    'append-only',
    '--loglevel',
    'warn',
  ]);
}

/** Runs to the end and gives the exit code. Passes signals on, and notices when the parent is gone. */
function run([file, ...args]) {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, env, shell: windows, stdio: 'inherit' });
    // A terminal sends Ctrl-C to the child itself; a second one would cut its orderly end short.
    const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];
    const forward = signal => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    // Killing `npm start` kills npm alone, which would leave the server behind.
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
