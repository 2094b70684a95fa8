import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVER } from './process.ts';

/** The result of a wikiquery command. */
export interface Ended {
  /** Exit code; null if a signal ended the process. */
  readonly code: number | null;
  readonly output: string;
  readonly milliseconds: number;
  /** Processor time in milliseconds; NaN if the process was killed. */
  readonly processorTime: number;
  /** Peak memory in bytes; NaN if the process was killed. */
  readonly memory: number;
}

/** Options of {@link startCommand}. */
export interface CommandOptions {
  /** Working folder of the command. */
  readonly folder: string;
  /** Additional environment variables; `undefined` removes an inherited variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Standard input of the command. Default: empty. */
  readonly input?: string;
  /** Milliseconds after which the command is killed. Default: no limit. */
  readonly timeout?: number;
  /** Node arguments that run the program. Default: apps/server. */
  readonly program?: readonly string[];
}

/** A wikiquery command in a separate process. */
export interface RunningCommand {
  readonly ended: Promise<Ended>;
  /** Kills the command without cleanup. */
  kill(): void;
}

const REPORT = `data:text/javascript,process.on('exit',()=>process._rawDebug('used:',process.cpuUsage().user+process.cpuUsage().system,process.resourceUsage().maxRSS))`;

/** Starts a wikiquery command in a separate process. `args`: its command line, without the program. */
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

/** Runs a wikiquery command to its end. A failed command does not reject: check `code`. */
export const runCommand = (args: readonly string[], options: CommandOptions): Promise<Ended> => startCommand(args, options).ended;
