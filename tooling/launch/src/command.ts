import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVER } from './process.ts';

/** How a command of wikiquery ended. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly milliseconds: number;
  /** Milliseconds of processor time, and the most bytes of memory that the process had; NaN when it was killed. */
  readonly processorTime: number;
  readonly memory: number;
}

export interface CommandOptions {
  readonly folder: string;
  /** More variables of its environment; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its standard input. */
  readonly input?: string;
  /** Milliseconds after which it is killed. */
  readonly timeout?: number;
  /** Arguments of Node that run the program; apps/server when left out. */
  readonly program?: readonly string[];
}

export interface RunningCommand {
  readonly ended: Promise<Ended>;
  /** Ends it as a power failure would. */
  kill(): void;
}

/** The process reports its usage when it ends. */
const REPORT = `data:text/javascript,process.on('exit',()=>process._rawDebug('used:',process.cpuUsage().user+process.cpuUsage().system,process.resourceUsage().maxRSS))`;

/** Runs a command of wikiquery. */
export function startCommand(
  args: readonly string[],
  { folder, env, input = '', timeout, program = SERVER }: CommandOptions,
): RunningCommand {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT, ...program, ...args], {
    cwd: folder,
    env: { ...process.env, WIKIQUERY_DATA: undefined, ...env },
    ...(timeout !== undefined && { timeout, killSignal: 'SIGKILL' as const }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stdin.on('error', () => {}).end(input);
  const ended = once(child, 'close').then(([code]): Ended => {
    const [, processor, memory] = /used: (\d+) (\d+)\n/.exec(output) ?? [];
    return {
      code: code as number | null,
      output: output.replace(/used: \d+ \d+\n/, ''),
      milliseconds: performance.now() - begun,
      processorTime: Number(processor ?? Number.NaN) / 1000,
      memory: Number(memory ?? Number.NaN) * 1024,
    };
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
}

export const runCommand = (args: readonly string[], options: CommandOptions): Promise<Ended> => startCommand(args, options).ended;
