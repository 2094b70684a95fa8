import { type Database, legacyEncodingOf, prepare, sql } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { decoderOf } from './decode.ts';
import { loadExternal } from './external.ts';
import { type HistoryBlob, itemOf, type Pointer, readHistoryBlob, textOf } from './history-blob.ts';
import { inflate, MAX_STORED } from './inflate.ts';
import { loadOldest } from './oldest.ts';
import { MOST, Room } from './room.ts';
import { loadRows, type TextTable } from './rows.ts';

/**
 * Loads texts by content address (`tt:17`, `es:DB://cluster1/17`). This takes one query, one more for each cluster of external storage, and
 * further ones for rows that point to other rows. Omits texts that are missing, marked as bad, damaged, too large or unreachable.
 */
export async function loadBlobs(db: Kysely<Database>, addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const loading = new Loading(db);
  const sources = await loading.sourcesOf(new Set(addresses));
  const texts = new Map<string, string>();
  const pointers: PendingPointer[] = [];
  for (const [address, source] of sources) {
    const read = await loading.read(source);
    if (read instanceof Uint8Array) loading.add(texts, address, read, source.flags);
    else if (read) pointers.push({ ...read, address, flags: source.flags });
  }
  await loading.follow(pointers, (address, bytes, flags) => loading.add(texts, address, bytes, flags));
  return texts;
}

/** Loads any number of texts in batches. `size`: the size of a text in bytes, as table `content` states it. */
export async function loadSizedBlobs(
  db: Kysely<Database>,
  contents: Iterable<{ readonly address: string; readonly size: number }>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  let batch: string[] = [];
  let size = 0;
  const load = async (): Promise<void> => {
    for (const [address, text] of await loadBlobs(db, batch)) texts.set(address, text);
    batch = [];
    size = 0;
  };
  for (const content of contents) {
    batch.push(content.address);
    size += content.size;
    if (size >= MOST_TOGETHER) await load();
  }
  if (batch.length > 0) await load();
  return texts;
}

/** Largest batch in bytes, by the sizes that the rows claim: a quarter of the limit for one text. */
const MOST_TOGETHER = MOST / 4;

/** Flags of a row: `utf-8`, `gzip`, `object`, `external`, `error`. */
type Flags = ReadonlySet<string>;

interface Stored {
  readonly bytes: Uint8Array;
  readonly flags: Flags;
}

interface TextRow {
  readonly old_id: number;
  readonly old_text: Uint8Array;
  readonly old_flags: string;
}

const flagsOf = (list: string): Flags => new Set(list.split(','));
const storedIn = ({ old_text, old_flags }: TextRow): Stored => ({ bytes: old_text, flags: flagsOf(old_flags) });

type PendingPointer = Pointer & { readonly address: string; readonly flags: Flags };

const readObject = async (bytes: Uint8Array, flags: Flags): Promise<HistoryBlob> =>
  readHistoryBlob(flags.has('gzip') ? await inflate(bytes) : Buffer.from(bytes));

class Loading {
  readonly #db: Kysely<Database>;
  readonly #room = new Room();
  #decodeLegacy: ((bytes: Buffer) => string) | undefined;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async sourcesOf(addresses: ReadonlySet<string>): Promise<ReadonlyMap<string, Stored>> {
    const stored = new Map<string, Stored>();
    const ids = new Map<number, string[]>();
    for (const address of addresses) {
      const [, schema, location = '', query] = /^([-+.\w]+):([^\s?]+)(?:\?(\S*))?$/.exec(address) ?? [];
      if (schema === 'tt' && /^[1-9]\d{0,15}$/.test(location)) ids.set(Number(location), [...(ids.get(Number(location)) ?? []), address]);
      if (schema === 'es')
        stored.set(address, {
          bytes: Buffer.from(location),
          flags: flagsOf(`external,${new URLSearchParams(query).get('flags') ?? ''}`),
        });
    }
    for (const row of await this.#rows(ids.keys())) for (const address of ids.get(row.old_id) ?? []) stored.set(address, storedIn(row));
    return this.#fetched(stored);
  }

  /** Replaces URLs with the content of external storage. Omits entries whose content is missing. */
  async #fetched<Key>(stored: ReadonlyMap<Key, Stored>): Promise<ReadonlyMap<Key, Stored>> {
    const urlOf = ({ bytes, flags }: Stored): string | undefined =>
      flags.has('external') && !flags.has('error') ? Buffer.from(bytes).toString() : undefined;
    const urls = new Set(Array.from(stored.values()).flatMap(each => urlOf(each) ?? []));
    if (urls.size === 0) return stored;
    const found = await loadExternal(this.#db, urls, this.#room);
    return new Map(
      [...stored].flatMap(([key, each]) => {
        const url = urlOf(each);
        const bytes = url === undefined ? each.bytes : found.get(url);
        return bytes ? [[key, { bytes, flags: each.flags }] as const] : [];
      }),
    );
  }

  async read({ bytes, flags }: Stored): Promise<Uint8Array | Pointer | undefined> {
    if (flags.has('error')) return undefined;
    try {
      if (flags.has('object')) return textOf(await readObject(bytes, flags));
      return flags.has('gzip') ? await inflate(bytes, Math.max(1, Math.min(MAX_STORED, this.#room.left))) : bytes;
    } catch {
      return undefined;
    }
  }

  add(texts: Map<string, string>, address: string, bytes: Uint8Array, flags: Flags): void {
    if (bytes.length > MAX_STORED || !this.#room.take(bytes.length)) return;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const encoding = legacyEncodingOf(this.#db);
    if (encoding === undefined || flags.has('utf-8') || flags.has('utf8')) texts.set(address, buffer.toString());
    else {
      this.#decodeLegacy ??= decoderOf(encoding);
      texts.set(address, this.#decodeLegacy(buffer));
    }
  }

  async follow(pointers: readonly PendingPointer[], found: (address: string, bytes: Uint8Array, flags: Flags) => void): Promise<void> {
    const byRow = Map.groupBy(
      pointers.filter(pointer => 'row' in pointer),
      ({ row }) => row,
    );
    const stored = new Map((await this.#rows(byRow.keys())).map(row => [row.old_id, storedIn(row)]));
    for (const [row, { bytes, flags }] of await this.#fetched(stored)) {
      const blob = flags.has('object') ? await readObject(bytes, flags).catch(() => undefined) : undefined;
      for (const pointer of byRow.get(row) ?? []) {
        const item = blob && itemOf(blob, pointer.key);
        if (item) found(pointer.address, item, pointer.flags);
      }
    }
    const byPage = Map.groupBy(
      pointers.filter(pointer => 'cur' in pointer),
      ({ cur }) => cur,
    );
    for (const [page, bytes] of await loadOldest(this.#db, byPage.keys(), this.#room))
      for (const { address, flags } of byPage.get(page) ?? []) found(address, bytes, flags);
  }

  #rows(ids: Iterable<number>): Promise<TextRow[]> {
    return loadRows(this.#table, ids, row => row.old_id, this.#room);
  }

  get #table(): TextTable<TextRow> {
    const db = this.#db;
    return {
      rows: (ids, most) => textsOf(db, ids, most).execute(),
      sizes: ids => sizesOf(db, ids).execute(),
    };
  }
}

const size = sql<number>`octet_length(${sql.ref('old_text')})`;

const textsOf = prepare(
  (ids: readonly number[], most: number) => ({ bindings: { ids, most } }),
  (db, { ids, most }) =>
    db.selectFrom('text').select(['old_id', 'old_text', 'old_flags']).where('old_id', 'in', ids).where(size, '<=', most),
);

const sizesOf = prepare(
  (ids: readonly number[]) => ({ bindings: { ids } }),
  (db, { ids }) =>
    db
      .selectFrom('text')
      .select(['old_id as id', size.as('size')])
      .where('old_id', 'in', ids),
);
