import type { Title } from '@wikiquery/core';
import { type PlainDatabase, sql } from '@wikiquery/database';
import { foldTitle } from '../fold.ts';
import { LETTERS, usualLetters } from '../prefixes.ts';
import { addWatermark, type Watermark } from '../update/changes.ts';
import { updateCompletions } from '../update/completions.ts';
import type { AssembledDocument, DocumentText, IndexedName, IndexUpdate, PageToIndex, Replacement } from '../writing.ts';
import { serverCompletions } from './completions.ts';
import { DocumentWriter } from './documents.ts';
import { openForWriting } from './index-database.ts';
import { writeOutgoing } from './outgoing.ts';
import { dropRows, putRows } from './rows.ts';
import { type Db, metaOf, type ServerEngine, TABLES_OF_WORDS, TIERS, tierOf } from './tables.ts';

/** Opens an index database for an update, or returns undefined if it is new or was written in another format or language. */
export async function openServerUpdate(address: string, language: string): Promise<IndexUpdate | undefined> {
  const { database, db } = await openForWriting(address, language);
  try {
    const meta = await metaOf(db);
    const { rows } = await sql<object>`select page from noted limit 1`.execute(db);
    // Rows in `noted` belong to an interrupted comparison, which resumes.
    if (meta.has('watermarks') && rows.length === 0) {
      await sql`begin`.execute(db);
      return new ServerUpdate(database, db, language, meta);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  return undefined;
}

interface DocumentRow {
  readonly page: number;
  readonly tier: number;
  readonly namespace: number;
  readonly links: number;
  readonly digest: string;
}

/** Number of values that a statement compares. */
const AT_ONCE = 1000;

/** Updates an index database in one transaction. */
class ServerUpdate implements IndexUpdate {
  readonly watermarks: readonly Watermark[];
  readonly #database: PlainDatabase;
  readonly #engine: ServerEngine;
  readonly #db: Db;
  readonly #writer: DocumentWriter;
  readonly #bounds: readonly number[];
  readonly #sizes: number[];
  /** Number of documents by namespace. */
  readonly #documents: Map<number, number>;
  readonly #waiting = new Map<number, AssembledDocument>();

  constructor(database: PlainDatabase, db: Db, language: string, meta: ReadonlyMap<string, string>) {
    this.#database = database;
    this.#engine = database.engine as ServerEngine;
    this.#db = db;
    this.#writer = new DocumentWriter(this.#engine, db, language);
    this.watermarks = JSON.parse(meta.get('watermarks') ?? '[]');
    this.#bounds = JSON.parse(meta.get('bounds') ?? '[]');
    const sizes = JSON.parse(meta.get('sizes') ?? '[]') as number[];
    this.#sizes = Array.from({ length: TIERS }, (_, tier) => sizes[tier] ?? 0);
    const namespaces = JSON.parse(meta.get('namespaces') ?? '[]') as { namespace: number; documents: number }[];
    this.#documents = new Map(namespaces.map(({ namespace, documents }) => [namespace, documents]));
  }

  async names(ids: ReadonlySet<number>): Promise<readonly IndexedName[]> {
    const ofPages = await this.#rows<IndexedName>(ids, list => sql`select ${FIELDS} from title where page in (${list})`);
    const ofSources = await this.#rows<IndexedName>(ids, list => sql`select ${FIELDS} from title where source in (${list})`);
    return [...ofPages, ...ofSources.filter(({ page }) => !ids.has(page))];
  }

  async titled(titles: readonly Title[]): Promise<readonly IndexedName[]> {
    const wanted = new Set(titles.map(({ namespace, dbkey }) => `${namespace}:${dbkey}`));
    const found: IndexedName[] = [];
    for (const [namespace, group] of Map.groupBy(titles, title => title.namespace)) {
      const folded = new Set(group.map(({ dbkey }) => foldTitle(dbkey)));
      found.push(
        ...(await this.#rows<IndexedName>(
          folded,
          list => sql`select ${FIELDS} from title where namespace = ${namespace} and folded in (${list})`,
        )),
      );
    }
    return found.filter(({ namespace, title }) => wanted.has(`${namespace}:${title}`));
  }

  async outgoing(pages: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#rows<{ page: number; links: string }>(
      pages,
      list => sql`select page, links from outgoing where page in (${list})`,
    );
    return new Map(rows.map(({ page, links }) => [page, links]));
  }

  async #rows<Row>(
    values: ReadonlySet<number | string>,
    select: (list: ReturnType<typeof sql.join>) => ReturnType<typeof sql>,
  ): Promise<Row[]> {
    const all = [...values];
    const rows: Row[] = [];
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const part = await sql<Row>`${select(sql.join(all.slice(at, at + AT_ONCE)))}`.execute(this.#db);
      rows.push(...part.rows);
    }
    return rows;
  }

  staysInPlace(before: number, after: number): boolean {
    return tierOf(this.#bounds, before) === tierOf(this.#bounds, after);
  }

  async replace({ scope, documents, outgoing, weights }: Replacement): Promise<readonly PageToIndex[]> {
    const touched = new Set([...scope, ...weights.keys()]);
    const before = await this.names(touched);
    await this.#replaceLinks(scope, outgoing);
    await this.#replaceNames(
      before.filter(({ page, source }) => scope.has(page) || scope.has(source)),
      documents.flatMap(({ names }) => names),
    );
    await this.#weigh(weights);
    await updateCompletions(serverCompletions(this.#engine, this.#db), before, await this.names(touched));
    return this.#replaceDocuments(scope, documents);
  }

  async #replaceLinks(scope: ReadonlySet<number>, outgoing: Replacement['outgoing']): Promise<void> {
    const after = new Map(Array.from(scope, page => [page, outgoing.get(page) ?? '']));
    await writeOutgoing(this.#engine, this.#db, await this.outgoing(scope), after);
  }

  async #replaceNames(before: readonly IndexedName[], after: readonly IndexedName[]): Promise<void> {
    const keyOf = ({ page, source }: IndexedName): string => `${page} ${source}`;
    const textOf = ({ page, source, namespace, title, links }: IndexedName): string =>
      JSON.stringify([page, source, namespace, title, links]);
    const [there, current] = [new Set(before.map(textOf)), new Set(after.map(keyOf))];
    for (const name of before)
      if (!current.has(keyOf(name))) await sql`delete from title where page = ${name.page} and source = ${name.source}`.execute(this.#db);
    const changed = after.filter(name => !there.has(textOf(name)));
    await putRows(
      this.#engine,
      this.#db,
      'title',
      'page, source',
      changed.map(name => ({ ...name })),
    );
  }

  async #weigh(weights: ReadonlyMap<number, number>): Promise<void> {
    for (const [weight, group] of Map.groupBy(weights, ([, weight]) => weight)) {
      const pages = sql.join(group.map(([page]) => page));
      for (const table of ['title', 'document', ...TABLES_OF_WORDS])
        await sql`update ${sql.raw(table)} set links = links + ${weight} where page in (${pages})`.execute(this.#db);
    }
  }

  async #replaceDocuments(scope: ReadonlySet<number>, documents: readonly AssembledDocument[]): Promise<PageToIndex[]> {
    const rows = await this.#rows<DocumentRow>(
      scope,
      list => sql`select page, tier, namespace, links, digest from document where page in (${list})`,
    );
    const known = new Map(rows.map(row => [row.page, row]));
    const toWrite: PageToIndex[] = [];
    for (const document of documents) {
      const { page, links, digest, edited, created, revision, length } = document;
      const [old, tier] = [known.get(page), tierOf(this.#bounds, links)];
      if (old?.digest === digest && old.tier === tier) {
        known.delete(page);
        await sql`update document set links = ${links} where page = ${page}`.execute(this.#db);
        await sql`update ${sql.raw(`words_${tier}`)} set links = ${links}, edited = ${edited}, created = ${created} where page = ${page}`.execute(
          this.#db,
        );
        continue;
      }
      this.#count(document.namespace, tier, 1);
      this.#waiting.set(page, document);
      toWrite.push({ id: page, page, revision, length });
    }
    for (const { namespace, tier } of known.values()) this.#count(namespace, tier, -1);
    for (const table of ['document', ...TABLES_OF_WORDS]) await dropRows(this.#db, table, [...known.keys()]);
    return toWrite;
  }

  #count(namespace: number, tier: number, by: 1 | -1): void {
    this.#documents.set(namespace, (this.#documents.get(namespace) ?? 0) + by);
    this.#sizes[tier] = (this.#sizes[tier] ?? 0) + by;
  }

  write(texts: readonly DocumentText[]): Promise<void> {
    return this.#writer.write(texts, id => {
      const { names, ...document } = this.#waiting.get(id) as AssembledDocument;
      return { ...document, redirects: names.slice(1).map(({ title }) => title), tier: tierOf(this.#bounds, document.links) };
    });
  }

  async finish(watermark: Watermark): Promise<void> {
    const { rows } = await sql<{ letter: string; names: number }>`
      select letter, names from letter order by names desc, letter limit ${2 * LETTERS}`.execute(this.#db);
    const namespaces = [...this.#documents]
      .sort(([a], [b]) => a - b)
      .flatMap(([namespace, documents]) => (documents > 0 ? { namespace, documents } : []));
    const meta = {
      documents: this.#sizes.reduce((sum, size) => sum + size, 0),
      namespaces: JSON.stringify(namespaces),
      sizes: JSON.stringify(this.#sizes),
      letters: usualLetters(rows.map(({ letter, names }) => [letter, names])),
      watermarks: JSON.stringify(addWatermark(this.watermarks, watermark)),
    };
    const values = Object.entries(meta).map(([name, value]) => ({ name, value: String(value) }));
    await putRows(this.#engine, this.#db, 'meta', 'name', values);
    await sql`commit`.execute(this.#db);
    await this.#database.close();
  }

  async abandon(): Promise<void> {
    await sql`rollback`.execute(this.#db).catch(() => undefined);
    await this.#database.close();
  }
}

const FIELDS = sql.raw('page, source, namespace, title, folded, links');
