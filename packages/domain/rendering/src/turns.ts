import { Yielder } from '@wikiquery/core/host';

/** Titles in one query. */
const MOST_AT_ONCE = 500;

/** Does something with any number of items, some at a time. Others have their turn in between. */
export async function inTurns<T, R>(items: readonly T[], work: (some: readonly T[]) => readonly R[] | Promise<readonly R[]>): Promise<R[]> {
  const done: R[] = [];
  const yielder = new Yielder();
  for (let at = 0; at < items.length; at += MOST_AT_ONCE) {
    if (yielder.isDue) await yielder.yield();
    for (const each of await work(items.slice(at, at + MOST_AT_ONCE))) done.push(each);
  }
  return done;
}
