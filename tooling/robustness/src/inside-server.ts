// Node loads this file into a server's process before the server. It measures the process on command of the parent process.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

export type Command = 'memory' | 'processorTime' | 'watch' | 'watched';

export interface Report {
  readonly memory: Memory;
  /** Processor time since startup in milliseconds. */
  readonly processorTime: number;
  readonly watched: Watched;
}

/** Measurements since the command `watch`. */
export interface Watched {
  /** Processor time of all threads and child processes in milliseconds. */
  readonly processorTime: number;
  /** Longest block: the most processor time of the main thread in one event-loop tick, in milliseconds. */
  readonly block: number;
  /** Maximum growth of the resident memory in bytes. */
  readonly growth: number;
}

/** Sizes in bytes. */
export interface Memory {
  /** Used heap of the main thread, and buffers outside the heap. */
  readonly heap: number;
  readonly resident: number;
  /** Peak of the resident memory so far. */
  readonly peak: number;
  /** Number of open files and connections; 0 if unknown. */
  readonly descriptors: number;
}

const DESCRIPTORS = '/proc/self/fd';
const isLinux = process.platform === 'linux';

const millisecondsOf = ({ user, system }: { readonly user: number; readonly system: number }): number => (user + system) / 1000;

/** Returns the processor time of this process and, on Linux, of its running and ended child processes, in milliseconds. */
function timeOfAll(): number {
  const own = millisecondsOf(process.cpuUsage());
  if (!isLinux) return own;
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const running = children.map(child => {
    try {
      return ticksOf(child, UTIME);
    } catch {
      // The child process has just ended.
      return 0;
    }
  });
  return own + (ticksOf('self', CUTIME) + running.reduce((sum, ticks) => sum + ticks, 0)) * MILLISECONDS_PER_TICK;
}

/** Returns the sum of two adjacent fields of `/proc/PID/stat`. `at` counts from the process name, which may contain spaces. */
function ticksOf(pid: string, at: number): number {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return Number(fields[at]) + Number(fields[at + 1]);
}

const UTIME = 11;
const CUTIME = 13;
const MILLISECONDS_PER_TICK = 10;

class Watch {
  readonly #begun = timeOfAll();
  readonly #resident = process.memoryUsage.rss();
  #lastTick = millisecondsOf(process.threadCpuUsage());
  #block = 0;
  readonly #timer = setInterval(() => this.#measureTick(), 1);

  constructor() {
    // Resets the peak of the resident memory.
    if (isLinux) writeFileSync('/proc/self/clear_refs', '5');
  }

  end(): Watched {
    clearInterval(this.#timer);
    this.#measureTick();
    const kilobytes = isLinux ? /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined;
    const growth = Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024 - this.#resident;
    return { processorTime: timeOfAll() - this.#begun, block: this.#block, growth };
  }

  #measureTick(): void {
    const now = millisecondsOf(process.threadCpuUsage());
    this.#block = Math.max(this.#block, now - this.#lastTick);
    this.#lastTick = now;
  }
}

let watch: Watch | undefined;

// Node also loads this file into child processes of the server, which exchange other messages with their parent.
if (process.argv.includes('serve')) {
  process.on('message', answer);
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}

async function answer(command: Command): Promise<void> {
  const watched = watch?.end() ?? { processorTime: 0, block: 0, growth: 0 };
  watch = undefined;
  if (command === 'memory') {
    // Finalizers may release memory only after another event-loop tick.
    for (let i = 0; i < 3; i++) {
      globalThis.gc?.();
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
  const { rss: resident, heapUsed, external } = process.memoryUsage();
  const peak = process.resourceUsage().maxRSS * 1024;
  const report: Report = {
    memory: { heap: heapUsed + external, resident, peak, descriptors: existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS).length : 0 },
    processorTime: millisecondsOf(process.cpuUsage()),
    watched,
  };
  if (command === 'watch') watch = new Watch();
  process.send?.(report);
}
