import { type Database, loadInChunks } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { type HistoryBlob, itemOf, type Pointer, readHistoryBlob, textOf } from './history-blob.ts';
import { inflate } from './inflate.ts';

/**
 * The texts stored under content addresses (`tt:17`), in one query, and one more where old rows point to other rows. What cannot be read is not
 * in the map: what is gone, marked as bad, damaged or larger than texts can be, and text in storage outside of the database.
 */
export async function loadBlobs(db: Kysely<Database>, addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<number, string>();
  const texts = new Map<string, string>();
  for (const address of addresses) {
    const id = /^tt:([1-9]\d*)(?:\?|$)/.exec(address)?.[1];
    if (id) ids.set(Number(id), address);
  }
  const pointers = new Map<number, Pointer>();
  for (const row of await loadRows(db, ids.keys())) {
    const read = readRow(row);
    const text = read instanceof Promise ? await read : read;
    if (typeof text === 'string') texts.set(ids.get(row.old_id) as string, text);
    else if (text) pointers.set(row.old_id, text);
  }
  if (pointers.size > 0) await followPointers(db, pointers, (id, text) => texts.set(ids.get(id) as string, text));
  return texts;
}

interface TextRow {
  readonly old_id: number;
  readonly old_text: Uint8Array;
  readonly old_flags: string;
}

const loadRows = (db: Kysely<Database>, ids: Iterable<number>): Promise<TextRow[]> =>
  loadInChunks(ids, chunk => db.selectFrom('text').select(['old_id', 'old_text', 'old_flags']).where('old_id', 'in', chunk).execute());

/** The text of a row, or where it really is. `old_flags` is a list such as `utf-8,gzip`. */
function readRow(row: TextRow): string | undefined | Promise<string | Pointer | undefined> {
  const { old_text, old_flags } = row;
  const flags = old_flags.split(',');
  if (flags.includes('error') || flags.includes('external')) return undefined;
  if (flags.includes('object')) return readObject(row).then(blob => blob && textOf(blob));
  return flags.includes('gzip')
    ? inflate(old_text).then(
        bytes => bytes.toString(),
        () => undefined,
      )
    : Buffer.from(old_text).toString();
}

async function readObject({ old_text, old_flags }: TextRow): Promise<HistoryBlob | undefined> {
  const flags = old_flags.split(',');
  if (!flags.includes('object')) return undefined;
  try {
    return await readHistoryBlob(flags.includes('gzip') ? await inflate(old_text) : Buffer.from(old_text));
  } catch {
    return undefined;
  }
}

/** Old revisions that were compressed together say in which row they are and under which key. */
async function followPointers(
  db: Kysely<Database>,
  pointers: ReadonlyMap<number, Pointer>,
  found: (id: number, text: string) => void,
): Promise<void> {
  const wanted = Map.groupBy(pointers, ([, { row }]) => row);
  for (const row of await loadRows(db, wanted.keys())) {
    const blob = await readObject(row);
    for (const [id, { key }] of wanted.get(row.old_id) ?? []) {
      const text = blob && itemOf(blob, key);
      if (text !== undefined) found(id, text);
    }
  }
}
