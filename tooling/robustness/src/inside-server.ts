/** Loaded into the server's process before the server: answers its parent about what cannot be seen from outside. */
export type Wanted = 'memory' | 'processorTime';

export interface Report {
  readonly memory: Memory;
  /** Milliseconds. */
  readonly processorTime: number;
}

/** Bytes. */
export interface Memory {
  /** What the main thread reaches: objects, and buffers outside its heap. */
  readonly heap: number;
  /** What the whole process has, the heaps of its threads and what SQLite and others allocate among it. */
  readonly resident: number;
  /** The most that this ever was. */
  readonly peak: number;
}

process.on('message', async (wanted: Wanted) => {
  if (wanted === 'memory') {
    // What was just let go of may need a second turn.
    for (let i = 0; i < 3; i++) {
      globalThis.gc?.();
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }
  const { rss: resident, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const peak = process.resourceUsage().maxRSS * 1024;
  process.send?.({ memory: { heap: heapUsed + external, resident, peak }, processorTime: (user + system) / 1000 } satisfies Report);
});
// A parent that failed must not leave its server behind.
process.once('disconnect', () => process.exit(1));
// The server must be able to end by itself.
process.channel?.unref();
