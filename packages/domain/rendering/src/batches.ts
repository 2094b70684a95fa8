import { Yielder } from '@wikiquery/core/host';

/** Processes items in batches of at most `size` items. Yields to the event loop between batches. */
export async function inBatches<T, R>(
  items: readonly T[],
  work: (batch: readonly T[]) => readonly R[] | Promise<readonly R[]>,
  size = 500,
): Promise<R[]> {
  const results: R[] = [];
  const yielder = new Yielder();
  for (let at = 0; at < items.length; at += size) {
    if (yielder.isDue) await yielder.yield();
    for (const each of await work(items.slice(at, at + size))) results.push(each);
  }
  return results;
}
