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
  /** Milliseconds of processor time of all threads. */
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

class Watch {
  readonly #begun = millisecondsOf(process.cpuUsage());
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
      processorTime: millisecondsOf(process.cpuUsage()) - this.#begun,
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

process.on('message', async (wanted: Wanted) => {
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
});
// A parent that failed must not leave its server behind.
process.once('disconnect', () => process.exit(1));
// The server must be able to end by itself.
process.channel?.unref();
