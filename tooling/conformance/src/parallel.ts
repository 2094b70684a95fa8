/** Processes up to `width` items at a time. Returns the results in the order of the items. */
export async function inParallel<T, R>(items: readonly T[], width: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await run(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
