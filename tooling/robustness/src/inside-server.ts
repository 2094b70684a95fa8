import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Loaded into the server's process before the server: answers its parent about what cannot be seen from outside. `watch` begins to watch the main
 * thread, `watched` ends it.
 */
export type Wanted = 'memory' | 'processorTime' | 'watch' | 'watched';

export interface Report {
  readonly memory: Memory;
  /** Milliseconds. */
  readonly processorTime: number;
  readonly watched: Watched;
}

/** What was seen since `watch`. */
export interface Watched {
  /** Milliseconds of processor time of all threads, and of the processes that it started. */
  readonly processorTime: number;
  /** The most processor time, milliseconds, that the main thread took from one turn of its loop to the next: nothing else was answered. */
  readonly block: number;
  /** By how many bytes the process grew at most. */
  readonly growth: number;
}

/** What the process holds; sizes in bytes. */
export interface Memory {
  /** What the main thread reaches: objects, and buffers outside its heap. */
  readonly heap: number;
  /** What the whole process has, the heaps of its threads and what SQLite and others allocate among it. */
  readonly resident: number;
  /** The most that this ever was. */
  readonly peak: number;
  /** Open files and connections; 0 where the system does not tell. */
  readonly descriptors: number;
}

const DESCRIPTORS = '/proc/self/fd';

/** Other programs on the machine take none of this time. */
const millisecondsOf = ({ user, system }: { readonly user: number; readonly system: number }): number => (user + system) / 1000;

/** Milliseconds that this process and those that it started took, those that ended among them; alone where the system does not tell. */
function timeOfAll(): number {
  const own = millisecondsOf(process.cpuUsage());
  if (process.platform !== 'linux') return own;
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const running = children.map(child => {
    try {
      return ticksOf(child, USED);
    } catch {
      // It has just ended.
      return 0;
    }
  });
  return own + (ticksOf('self', USED_BY_ENDED) + running.reduce((sum, ticks) => sum + ticks, 0)) * MILLISECONDS_OF_TICK;
}

/** Two numbers of `/proc/PID/stat`, added; the name before them may hold blanks. */
function ticksOf(pid: string, at: number): number {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return Number(fields[at]) + Number(fields[at + 1]);
}

/** Places of utime and of cutime behind the name. */
const USED = 11;
const USED_BY_ENDED = 13;
const MILLISECONDS_OF_TICK = 10;

class Watch {
  readonly #begun = timeOfAll();
  readonly #resident = process.memoryUsage.rss();
  #turn = millisecondsOf(process.threadCpuUsage());
  #block = 0;
  readonly #timer = setInterval(() => this.#look(), 1);

  constructor() {
    // Linux forgets the peak.
    if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
  }

  end(): Watched {
    clearInterval(this.#timer);
    this.#look();
    const kilobytes = process.platform === 'linux' ? /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined;
    return {
      processorTime: timeOfAll() - this.#begun,
      block: this.#block,
      growth: Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024 - this.#resident,
    };
  }

  #look(): void {
    const now = millisecondsOf(process.threadCpuUsage());
    this.#block = Math.max(this.#block, now - this.#turn);
    this.#turn = now;
  }
}

let watch: Watch | undefined;

/** Node loads this into the processes that the server starts, too, which have other things to tell their parent. */
if (process.argv.includes('serve')) listen();

function listen(): void {
  process.on('message', answer);
  // A parent that failed must not leave its server behind.
  process.once('disconnect', () => process.exit(1));
  // The server must be able to end by itself.
  process.channel?.unref();
}

async function answer(wanted: Wanted): Promise<void> {
  const watched = watch?.end() ?? { processorTime: 0, block: 0, growth: 0 };
  watch = undefined;
  if (wanted === 'memory') {
    // What was just let go of may need a second turn.
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
  if (wanted === 'watch') watch = new Watch();
  process.send?.(report);
}
