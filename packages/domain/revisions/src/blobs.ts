import { inflateRawSync } from 'node:zlib';
import { type Database, loadInChunks } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { itemOf, type Pointer, readHistoryBlob, textOf } from './history-blob.ts';

/**
 * The texts stored under content addresses (`tt:17`), in one query, and one more where old rows point to other rows. What cannot be read is not
 * in the map: what is gone or marked as bad, and text in storage outside of the database.
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
    const text = readRow(row);
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
function readRow({ old_text, old_flags }: TextRow): string | Pointer | undefined {
  const flags = new Set(old_flags.split(','));
  if (flags.has('error') || flags.has('external')) return undefined;
  try {
    const bytes = flags.has('gzip') ? inflateRawSync(old_text) : Buffer.from(old_text);
    return flags.has('object') ? textOf(readHistoryBlob(bytes)) : bytes.toString();
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
  const rows = await loadRows(db, new Set([...pointers.values()].map(pointer => pointer.row)));
  const blobs = new Map(rows.map(row => [row.old_id, readContainer(row)]));
  for (const [id, { row, key }] of pointers) {
    const blob = blobs.get(row);
    const text = blob && itemOf(blob, key);
    if (text !== undefined) found(id, text);
  }
}

function readContainer({ old_text, old_flags }: TextRow) {
  const flags = old_flags.split(',');
  if (!flags.includes('object')) return undefined;
  try {
    return readHistoryBlob(flags.includes('gzip') ? inflateRawSync(old_text) : Buffer.from(old_text));
  } catch {
    return undefined;
  }
}
