import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVER } from './process.ts';

/** The result of a wikiquery command. */
export interface Ended {
  /** Null after a signal. */
  readonly code: number | null;
  readonly output: string;
  readonly milliseconds: number;
  /** Processor time in milliseconds and peak memory in bytes; NaN when the process was killed. */
  readonly processorTime: number;
  readonly memory: number;
}

export interface CommandOptions {
  readonly folder: string;
  /** More environment variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Milliseconds until it is killed. */
  readonly timeout?: number;
  /** Node arguments that run the program; apps/server by default. */
  readonly program?: readonly string[];
}

export interface RunningCommand {
  readonly ended: Promise<Ended>;
  /** Kills it without cleanup. */
  kill(): void;
}

const REPORT = `data:text/javascript,process.on('exit',()=>process._rawDebug('used:',process.cpuUsage().user+process.cpuUsage().system,process.resourceUsage().maxRSS))`;

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
