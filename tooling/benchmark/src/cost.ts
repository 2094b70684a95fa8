import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a program took. */
export interface Cost {
  readonly seconds: number;
  /** Seconds of processor time of all its threads, by and large; NaN where the system does not tell. */
  readonly processor: number;
  /** Most memory that it had at a time, in bytes; NaN where the system does not tell (it does on Linux). */
  readonly memory: number;
}

/** Runs a program to its end. Rejects with what it said when it fails. */
export async function costOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Cost> {
  const begun = performance.now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  let memory = Number.NaN;
  let processor = Number.NaN;
  const look = setInterval(() => {
    memory = peakMemory(child.pid) ?? memory;
    processor = processorTime(child.pid) ?? processor;
  }, LOOK_EVERY);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    child.on('error', reject).on('close', resolve);
    const code = await promise;
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${Buffer.concat(said).toString().slice(-2000)}`);
  } finally {
    clearInterval(look);
  }
  return { seconds: (performance.now() - begun) / 1000, processor, memory };
}

/** Milliseconds. */
const LOOK_EVERY = 20;

/** What Linux calls the high-water mark of a process, which is all of its threads. */
function peakMemory(pid: number | undefined): number | undefined {
  try {
    const kibibytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The kernel counts hundredths of a second. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    const [user = Number.NaN, system = Number.NaN] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) / 100;
  } catch {
    return undefined;
  }
}
