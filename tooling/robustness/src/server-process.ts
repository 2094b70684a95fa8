import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningServer, SERVER, SOURCES, startServer } from '@wikiquery/launch/process';
import type { Command, Memory, Report, Watched } from './inside-server.ts';

/** Path of the main program of apps/server. */
export const APP = SERVER.at(-1) as string;
export const MINIMAL_APP = fileURLToPath(new URL('../../../apps/minimal/src/main.ts', import.meta.url));
export const FAULTY_APP = fileURLToPath(new URL('./faulty-app.ts', import.meta.url));
/** Folder of a conformance set on SQLite. */
export const SET = join(import.meta.dirname, '../../conformance/sets/a-1.43-sqlite');

/** A server process that reports its memory and processor time. */
export interface ServerProcess extends Pick<RunningServer, 'api' | 'ended' | 'stop'> {
  readonly pid: number;
  /** Lines logged at level error, or written by Node itself. */
  readonly failures: readonly string[];
  /** The most recent log lines. */
  readonly logged: readonly string[];
  /** Returns the memory of the process after garbage collection. */
  memory(): Promise<Memory>;
  /** Returns the processor time of all threads since startup in milliseconds. */
  processorTime(): Promise<number>;
  /** Starts to measure the process. The returned function ends the measurement. Both reject if the process does not respond. */
  watch(): Promise<() => Promise<Watched>>;
  kill(): Promise<void>;
}

/** Runs an app (its main.ts) with `serve` and these flags in `folder`. */
export async function startServerProcess(app: string, flags: readonly string[], folder: string): Promise<ServerProcess> {
  const failures: string[] = [];
  const logged: string[] = [];
  const onLog = (line: string): void => {
    if (logged.push(line) > MAX_LOGGED) logged.shift();
    if (!isWarning(line)) failures.push(line);
  };
  const args = [SOURCES, '--expose-gc', '--import', INSIDE, app];
  // The measured process must serve requests itself. Only apps/server starts workers.
  const single = app === APP ? ['--workers', '1'] : [];
  const server = await startServer(args, [...flags, ...single], folder, { onLog, messages: true }).catch((error: Error) => {
    throw new Error([error.message, ...logged.slice(0, 20)].join('\n'));
  });
  const send = async (command: Command): Promise<Report> => {
    const answered = once(server.process, 'message', { signal: AbortSignal.timeout(60_000) });
    server.process.send(command);
    const [report] = (await answered) as [Report];
    return report;
  };
  return {
    api: server.api,
    pid: server.process.pid as number,
    failures,
    logged,
    get ended() {
      return server.ended;
    },
    memory: async () => (await send('memory')).memory,
    processorTime: async () => (await send('processorTime')).processorTime,
    async watch() {
      await send('watch');
      return async () => (await send('watched')).watched;
    },
    stop: server.stop,
    async kill() {
      server.process.kill('SIGKILL');
      await server.stop();
    },
  };
}

const MAX_LOGGED = 10_000;
const INSIDE = fileURLToPath(new URL('./inside-server.ts', import.meta.url));
const isWarning = (line: string): boolean => line.startsWith('wikiquery: ') || /"level":"(?:info|warning)"/.test(line);
