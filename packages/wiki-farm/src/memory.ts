import { totalmem } from 'node:os';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Memory of an open wiki in bytes. On SQLite, 8 MB of it are cached database pages. */
const ON_SQLITE = 13 << 20;
const ON_SERVER = 3 << 20;
/** Share of the memory of a process for open wikis. */
const SHARE = 0.5;
/** Share of the heap limit above which wikis are closed. */
const FULL = 0.7;

/** Returns the memory that one of `processes` processes may use, in bytes: limited by its heap limit, and by the machine or container. */
export function processMemory(processes: number): number {
  const limit = process.constrainedMemory();
  const machine = Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY);
  // The supervisor takes about as much as a worker.
  return Math.min(getHeapStatistics().heap_size_limit, machine / (processes + 1));
}

/** Returns the number of wikis that a process with `memory` bytes can keep open. `hasFiles`: whether any of them is an SQLite file. */
export const wikisWithin = (memory: number, hasFiles: boolean): number =>
  Math.max(1, Math.floor((memory * SHARE) / (hasFiles ? ON_SQLITE : ON_SERVER)));

/**
 * Calls `close` after each garbage collection that leaves more than 70 % of the heap limit in use. Only then is the size of the live objects
 * known. Returns a function that ends the watch.
 */
export function watchHeap(close: () => void, used: () => number = usedShare): () => void {
  const observer = new PerformanceObserver(list => {
    if (list.getEntries().some(isMajor) && used() > FULL) close();
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}

const isMajor = (entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }): boolean =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

function usedShare(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
}
