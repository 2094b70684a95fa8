/** Loaded into the server's process before the server: answers its parent about what cannot be seen from outside. */
export type Wanted = 'memory' | 'processorTime';

export interface Report {
  /** Bytes. */
  readonly memory: { readonly resident: number; readonly heap: number };
  readonly processorTime: number;
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
  process.send?.({ memory: { resident, heap: heapUsed + external }, processorTime: (user + system) / 1000 } satisfies Report);
});
// A parent that failed must not leave its server behind.
process.once('disconnect', () => process.exit(1));
// The server must be able to end by itself.
process.channel?.unref();
