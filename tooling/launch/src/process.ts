import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The Node flag that runs this repository from its sources. */
export const SOURCES = '--conditions=@wikiquery/source';

/** Node arguments that run apps/server from its sources. */
export const SERVER: readonly string[] = [SOURCES, fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))];

/** A server in a separate process. */
export interface RunningServer {
  /** URL of api.php. */
  readonly api: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly process: ChildProcess;
  /** Exit code or signal of the process, as a sentence; undefined while it runs. */
  readonly ended: string | undefined;
  /** Stops the server and waits for its exit. */
  stop(): Promise<void>;
}

/** Options of {@link startServer}. */
export interface StartOptions {
  /** Receives each log line. By default the log goes to stderr. */
  readonly onLog?: (line: string) => void;
  /** Whether to open an IPC channel to the process. */
  readonly messages?: boolean;
  /** Additional environment variables; `undefined` removes an inherited variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Host to listen on. Default: loopback. */
  readonly host?: string;
  /** Port to listen on. Default: a free port. */
  readonly port?: number;
  /** Wrapper program that runs `node`, and its arguments. */
  readonly through?: readonly string[];
}

/** Runs `node ARGS serve FLAGS` in `folder` and waits until the server listens. Rejects if the process exits before that. */
export async function startServer(
  args: readonly string[],
  flags: readonly string[],
  folder: string,
  { onLog, messages = false, env = {}, host = '127.0.0.1', port = 0, through = [] }: StartOptions = {},
): Promise<RunningServer> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WIKIQUERY_'));
  const [program, ...rest] = [...through, process.execPath, ...args, 'serve', ...flags, '--host', host, '--port', String(port)];
  const server = spawn(program as string, rest, {
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : 'inherit', messages ? 'ipc' : 'ignore'],
    cwd: folder,
    env: { ...Object.fromEntries(inherited), WIKIQUERY_SECRET_KEY: SECRET_KEY, ...env },
  });
  let ended: string | undefined;
  const gone = once(server, 'exit').then(([code, signal]) => {
    ended = `The server ended with ${signal ?? `exit code ${code}`}.`;
    process.off('exit', kill);
  });
  // The server must not outlive this process.
  const kill = (): boolean => server.kill('SIGKILL');
  process.once('exit', kill);
  let log: string[] = [];
  if (onLog && server.stderr)
    createInterface(server.stderr).on('line', line => {
      log = [...log.slice(1 - MOST_LOGGED), line];
      onLog(line);
    });
  const api = await Promise.race([
    addressIn(server.stdout as NodeJS.ReadableStream),
    gone.then(() => Promise.reject(new Error([ended, ...log].join('\n')))),
  ]);
  return {
    api,
    origin: new URL(api).origin,
    process: server,
    get ended() {
      return ended;
    },
    async stop() {
      // SIGINT, as from a terminal, skips the drain period.
      server.kill('SIGINT');
      await gone;
    },
  };
}

/** Maximum number of log lines in the error about a server that exited before it listened. */
const MOST_LOGGED = 20;

/** Shared, so that the servers of one run accept each other's sessions. */
const SECRET_KEY = randomBytes(32).toString('hex');

/** Returns the API's URL, which the greeting has on a separate line. Later lines are read so that the pipe never fills. */
function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', line => {
    const api = /^\s*(http:\/\/\S+\/api\.php)$/.exec(line)?.[1];
    if (api !== undefined) resolve(api);
  });
  return promise;
}
