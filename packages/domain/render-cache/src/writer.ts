/** The thread of a `RenderCache`: writes, and lets go of what was not used for the longest time. */

import { parentPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { openStorage } from './storage.ts';

freezeIntrinsics();

export interface WriterData {
  readonly path: string;
  /** Bytes of keys and values, each with what its row takes besides. */
  readonly most: number;
}

export interface RenderCacheChanges {
  readonly kept: readonly (readonly [key: string, value: string])[];
  readonly used: readonly string[];
  readonly forgotten: readonly string[];
}

const { path, most } = workerData as WriterData;

/** Milliseconds that it waits for other processes. */
const PATIENCE = 5000;
/** Bytes of a row besides its key and its value. */
const ROW = 64;
/** Rows that go at once. */
const SHARE = 20;

const sqlite = openStorage(path, PATIENCE);
const keep = sqlite.prepare(
  'insert into result values (?, ?, ?, ?) on conflict (key) do update set value = excluded.value, size = excluded.size, used = excluded.used',
);
const use = sqlite.prepare('update result set used = ? where key = ?');
const forget = sqlite.prepare('delete from result where key = ?');
const total = sqlite.prepare<[], number>('select bytes from total').pluck();
const evict = sqlite.prepare(`delete from result where key in (select key from result order by used limit ${SHARE})`);

const write = sqlite.transaction(({ kept, used, forgotten }: RenderCacheChanges) => {
  const now = Date.now();
  for (const key of forgotten) forget.run(key);
  for (const key of used) use.run(now, key);
  for (const [key, value] of kept) keep.run(key, value, Buffer.byteLength(value) + 2 * key.length + ROW, now);
  while ((total.get() ?? 0) > most && evict.run().changes > 0);
});

parentPort?.on('message', (changes: RenderCacheChanges) => {
  let problem: string | undefined;
  try {
    write.immediate(changes);
  } catch (error) {
    // What is not kept is made again.
    problem = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(problem);
});
