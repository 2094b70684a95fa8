import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type RunningServer, SERVER, SOURCES, startServer } from '@wikiquery/launch/process';
import type { Memory, Report, Wanted, Watched } from './inside-server.ts';

/** A server that can be measured, and can die. */
export interface ServerProcess extends Pick<RunningServer, 'api' | 'ended' | 'stop'> {
  readonly pid: number;
  /** What it logged at level error, oldest first: failures that its clients are told little about. */
  readonly failures: readonly string[];
  /** Everything that it logged lately, oldest first. */
  readonly logged: readonly string[];
  /** After collecting garbage. */
  memory(): Promise<Memory>;
  /** Milliseconds of processor time that all its threads used so far. */
  processorTime(): Promise<number>;
  /** Begins to watch its main thread; what that gives ends it. Both reject when the process does not answer in time. */
  watch(): Promise<() => Promise<Watched>>;
  /** Ends it at once: a thread that never rests hears nothing. */
  kill(): Promise<void>;
}

/** Runs an app (its main.ts) with `serve` and these flags in `folder`. */
export async function startServerProcess(app: string, flags: readonly string[], folder: string): Promise<ServerProcess> {
  const failures: string[] = [];
  const logged: string[] = [];
  const startLines: string[] = [];
  const onLog = (line: string): void => {
    if (startLines.length < 20) startLines.push(line);
    if (logged.push(line) > MOST_LOGGED) logged.shift();
    if (!isWarning(line)) failures.push(line);
  };
  const args = [SOURCES, '--expose-gc', '--import', INSIDE, app];
  // The test measures the process that it starts. Only apps/server has workers.
  const single = app === SERVER.at(-1) ? ['--workers', '1'] : [];
  const server = await startServer(args, [...flags, ...single], folder, { onLog, messages: true }).catch((error: Error) => {
    throw new Error([error.message, ...startLines].join('\n'));
  });
  const ask = async (wanted: Wanted): Promise<Report> => {
    const answered = once(server.process, 'message', { signal: AbortSignal.timeout(60_000) });
    server.process.send(wanted);
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
    memory: async () => (await ask('memory')).memory,
    processorTime: async () => (await ask('processorTime')).processorTime,
    async watch() {
      await ask('watch');
      return async () => (await ask('watched')).watched;
    },
    stop: server.stop,
    async kill() {
      server.process.kill('SIGKILL');
      await server.stop();
    },
  };
}

const MOST_LOGGED = 10_000;

const INSIDE = fileURLToPath(new URL('./inside-server.ts', import.meta.url));

/** Lines of the log say their level; what is no such line, Node itself wrote. */
const isWarning = (line: string): boolean => line.startsWith('wikiquery: ') || /"level":"(?:info|warning)"/.test(line);
