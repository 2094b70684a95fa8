import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What Node needs to run the sources of this repository. */
export const SOURCES = '--conditions=@wikiquery/source';

/** Arguments of Node that run apps/server from its source. */
export const SERVER: readonly string[] = [SOURCES, fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))];

export interface RunningServer {
  /** The address of api.php. */
  readonly api: string;
  /** Its scheme, host and port. */
  readonly origin: string;
  readonly process: ChildProcess;
  /** How it ended, when it did. */
  readonly ended: string | undefined;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Takes each line of its log, which otherwise goes to that of this process. */
  readonly onLog?: (line: string) => void;
  /** The two processes can send each other messages. */
  readonly messages?: boolean;
  /** More variables of its environment; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where it listens; a free port of the loopback interface when left out. */
  readonly host?: string;
  readonly port?: number;
  /** A program that starts it, with arguments that stand before those of the server. */
  readonly through?: readonly string[];
}

/**
 * Runs `node` with these arguments and `serve` on a free port of the loopback interface, in a folder that holds no configuration, and waits
 * until it listens. Rejects when it ends before.
 */
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
  // Whoever asks may fail; the server must not outlive it.
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
      // As from a terminal: nobody is to notice first.
      server.kill('SIGINT');
      await gone;
    },
  };
}

/** Log lines in the error of a server that does not start. */
const MOST_LOGGED = 20;

/** Shared, so that the servers of one run accept each other's sessions. */
const SECRET_KEY = randomBytes(32).toString('hex');

/** The greeting names the API on a line of its own. The lines behind it are read, too, so that the pipe never fills. */
function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', line => {
    const api = /^\s*(http:\/\/\S+\/api\.php)$/.exec(line)?.[1];
    if (api !== undefined) resolve(api);
  });
  return promise;
}
