import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Report, Wanted } from './inside-server.ts';

/** A server in a process of its own, so that it can be measured, and can die. */
export interface ServerProcess {
  /** The address of api.php. */
  readonly api: string;
  /** What it logged at level error, oldest first: failures that its clients are told little about. */
  readonly failures: readonly string[];
  /** How it ended, when it did. */
  readonly ended: string | undefined;
  /** Bytes, after collecting garbage. */
  memory(): Promise<Report['memory']>;
  /** Milliseconds of processor time that all its threads used so far. */
  processorTime(): Promise<number>;
  stop(): Promise<void>;
}

/** Runs an app (its main.ts) with `serve` and these flags in `folder`, on a free port of the loopback interface. */
export async function startServerProcess(app: string, flags: readonly string[], folder: string): Promise<ServerProcess> {
  const child = fork(app, ['serve', ...flags, '--host', '127.0.0.1', '--port', '0'], {
    execArgv: ['--conditions=@wikiquery/source', '--expose-gc', '--import', INSIDE],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: folder,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WIKIQUERY_'))),
  });
  const failures: string[] = [];
  const startLines: string[] = [];
  let ended: string | undefined;
  const gone = once(child, 'exit').then(([code, signal]) => {
    ended = `The server ended with ${signal ?? `exit code ${code}`}.`;
  });
  createInterface(child.stderr!).on('line', line => {
    if (startLines.length < 20) startLines.push(line);
    if (!isWarning(line)) failures.push(line);
  });
  const api = await Promise.race([
    addressIn(child.stdout!),
    gone.then(() => {
      throw new Error([ended, ...startLines].join('\n'));
    }),
  ]);
  return {
    api,
    failures,
    get ended() {
      return ended;
    },
    memory: async () => (await ask(child, 'memory')).memory,
    processorTime: async () => (await ask(child, 'processorTime')).processorTime,
    async stop() {
      child.kill();
      await gone;
    },
  };
}

const INSIDE = fileURLToPath(new URL('./inside-server.ts', import.meta.url));

/** Lines of the log say their level; what is no such line, Node itself wrote. */
const isWarning = (line: string): boolean => line.startsWith('wikiquery: ') || /"level":"(?:info|warning)"/.test(line);

/** The greeting of the server names its API on a line of its own. */
function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', line => {
    const api = /^\s*(http:\/\/\S+\/api\.php)$/.exec(line)?.[1];
    if (api) resolve(api);
  });
  return promise;
}

async function ask(child: ChildProcess, wanted: Wanted): Promise<Report> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(60_000) });
  child.send(wanted);
  const [report] = (await answered) as [Report];
  return report;
}
