/** Writer thread of a `RenderCache`. It also evicts the least recently used results. */

import { parentPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { openStorage } from './storage.ts';

freezeIntrinsics();

export interface WriterData {
  readonly path: string;
  /** Maximum size of all rows in bytes. */
  readonly most: number;
}

export interface RenderCacheChanges {
  readonly added: readonly (readonly [key: string, value: string])[];
  readonly used: readonly string[];
  readonly forgotten: readonly string[];
}

const { path, most } = workerData as WriterData;

const TIMEOUT = 5000;
/** Estimated size of a row without its key and value, in bytes. */
const ROW = 64;
/** Number of rows that are evicted at a time. */
const EVICTED = 20;

const sqlite = openStorage(path, TIMEOUT);
const keep = sqlite.prepare(
  'insert into result values (?, ?, ?, ?) on conflict (key) do update set value = excluded.value, size = excluded.size, used = excluded.used',
);
const use = sqlite.prepare('update result set used = ? where key = ?');
const forget = sqlite.prepare('delete from result where key = ?');
const total = sqlite.prepare<[], number>('select bytes from total').pluck();
const evict = sqlite.prepare(`delete from result where key in (select key from result order by used limit ${EVICTED})`);

const write = sqlite.transaction(({ added, used, forgotten }: RenderCacheChanges) => {
  const now = Date.now();
  for (const key of forgotten) forget.run(key);
  for (const key of used) use.run(now, key);
  for (const [key, value] of added) keep.run(key, value, Buffer.byteLength(value) + 2 * key.length + ROW, now);
  while ((total.get() ?? 0) > most && evict.run().changes > 0);
});

parentPort?.on('message', (changes: RenderCacheChanges) => {
  let problem: string | undefined;
  try {
    write.immediate(changes);
  } catch (error) {
    // Results that could not be cached are recomputed.
    problem = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(problem);
});
