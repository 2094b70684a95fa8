import { inTransaction, type PlainDatabase, sql } from '@wikiquery/database';
import { foldTitle } from '../fold.ts';
import { type Completions, gatherCompletions, usualLetters } from '../prefixes.ts';
import type { Watermark } from '../update/changes.ts';
import { type DocumentText, digestOf, type IndexedName, type PageNote, type PageToIndex, type Writing } from '../writing.ts';
import { DocumentWriter } from './documents.ts';
import { openForWriting } from './index-database.ts';
import { writeOutgoing } from './outgoing.ts';
import { dropRows, putRows } from './rows.ts';
import { type Db, EDITION, FIRST_TIER, GROWTH, type ServerEngine, TABLES_OF_WORDS, TIERS, tierOf } from './tables.ts';

const BATCH = 1000;
const NAMES = 5000;

/** Updates an index in place, with one transaction for each batch. Pages are noted first; then new and changed texts are written. */
export async function writeOnServer(address: string, language: string): Promise<Writing> {
  const { database, db } = await openForWriting(address, language);
  await sql`delete from noted`.execute(db);
  const writer = new ServerWriter(database, db, language);
  return {
    note: notes => writer.note(notes),
    noted: () => writer.noted(),
    next: count => writer.next(count),
    write: texts => writer.write(texts),
    finish: watermark => writer.finish(watermark),
    abandon: () => database.close(),
  };
}

interface PendingPage extends Omit<PageNote, 'links' | 'target' | 'outgoing'> {
  readonly redirects?: readonly string[];
  readonly digest?: string;
}

class ServerWriter {
  readonly #database: PlainDatabase;
  readonly #engine: ServerEngine;
  readonly #db: Db;
  readonly #language: string;
  readonly #documents: DocumentWriter;
  /** Minimum number of links for each tier except the last. */
  #bounds: readonly number[] = [];
  #last = -1;
  #calls: Promise<unknown> = Promise.resolve();

  constructor(database: PlainDatabase, db: Db, language: string) {
    this.#database = database;
    this.#engine = database.engine as ServerEngine;
    this.#db = db;
    this.#language = language;
    this.#documents = new DocumentWriter(this.#engine, db, language);
  }

  async note(notes: readonly PageNote[]): Promise<void> {
    await this.#putLinks(notes);
    const rows = notes.map(({ links, target, ...rest }) => ({
      page: rest.page,
      target: target ?? null,
      links,
      value: JSON.stringify({ ...rest, outgoing: undefined }),
    }));
    await putRows(this.#engine, this.#db, 'noted', 'page', rows);
  }

  async #putLinks(notes: readonly PageNote[]): Promise<void> {
    const pages = sql.join(notes.map(({ page }) => page));
    const { rows } = await sql<{ page: number; links: string }>`select page, links from outgoing where page in (${pages})`.execute(
      this.#db,
    );
    const before = new Map(rows.map(({ page, links }) => [page, links]));
    await writeOutgoing(this.#engine, this.#db, before, new Map(notes.map(({ page, outgoing }) => [page, outgoing])));
  }

  /** Drops unchanged pages from `noted`. Returns the number of bytes of text to read. */
  async noted(): Promise<number> {
    const db = this.#db;
    this.#bounds = await this.#readBounds();
    let bytes = 0;
    for (let last = -1; ; ) {
      const { rows } = await sql<{ page: number; links: number; value: string }>`
        select page, links, value from noted where page > ${last} and target is null order by page limit ${BATCH}`.execute(db);
      const end = rows.at(-1)?.page;
      await inTransaction({ db }, () => this.#dropGone(last, end, new Set(rows.map(({ page }) => page))));
      if (end === undefined) break;
      bytes += await inTransaction({ db }, () => this.#compare(rows));
      last = end;
    }
    await sql`delete from noted where target is not null`.execute(db);
    return bytes;
  }

  /** Within a range of ids, deletes pages that are no longer in the wiki. */
  async #dropGone(after: number, until: number | undefined, there: ReadonlySet<number>): Promise<void> {
    const within = sql`page > ${after}${until === undefined ? sql`` : sql` and page <= ${until}`}`;
    for (const table of ['document', 'title']) {
      const { rows } = await sql<{ page: number }>`select distinct page from ${sql.raw(table)} where ${within}`.execute(this.#db);
      const gone = rows.map(({ page }) => page).filter(page => !there.has(page));
      for (let at = 0; at < gone.length; at += BATCH) await this.#drop(gone.slice(at, at + BATCH));
    }
  }

  async #drop(pages: readonly number[]): Promise<void> {
    for (const table of ['document', 'title', ...TABLES_OF_WORDS]) await dropRows(this.#db, table, pages);
  }

  async #compare(rows: readonly { readonly page: number; readonly links: number; readonly value: string }[]): Promise<number> {
    const db = this.#db;
    const pages = sql.join(rows.map(({ page }) => page));
    const redirects = await sql<{ target: number; links: number; value: string }>`
      select target, links, value from noted where target in (${pages}) order by page`.execute(db);
    const documents = await sql<{ page: number; tier: number; links: number; digest: string }>`
      select page, tier, links, digest from document where page in (${pages})`.execute(db);
    const known = new Map(documents.rows.map(row => [row.page, row]));
    const leading = Map.groupBy(redirects.rows, ({ target }) => target);
    const names: IndexedName[] = [];
    const changed: { page: number; target: null; links: number; value: string }[] = [];
    const same: number[] = [];
    let bytes = 0;
    for (const row of rows) {
      const note = JSON.parse(row.value) as PendingPage;
      const others = (leading.get(row.page) ?? []).map(each => ({ ...(JSON.parse(each.value) as PendingPage), links: each.links }));
      // All names of a page share its link count.
      const links = others.reduce((sum, each) => sum + each.links, row.links);
      for (const { page: source, namespace, title } of [note, ...others])
        names.push({ page: row.page, source, namespace, title, folded: foldTitle(title), links });
      const titles = others.map(({ title }) => title);
      const digest = digestOf({ ...note, redirects: titles });
      const before = known.get(row.page);
      if (before?.digest === digest && before.tier === tierOf(this.#bounds, links)) {
        same.push(row.page);
        if (before.links !== links) await this.#weigh(row.page, before.tier, links);
        continue;
      }
      bytes += note.length;
      changed.push({ page: row.page, target: null, links, value: JSON.stringify({ ...note, redirects: titles, digest }) });
    }
    await this.#putNames(rows, names);
    await dropRows(db, 'noted', same);
    await putRows(this.#engine, db, 'noted', 'page', changed);
    return bytes;
  }

  async #weigh(page: number, tier: number, links: number): Promise<void> {
    for (const table of ['document', `words_${tier}`])
      await sql`update ${sql.raw(table)} set links = ${links} where page = ${page}`.execute(this.#db);
  }

  /** Writes changed names and deletes names that no longer exist. */
  async #putNames(rows: readonly { readonly page: number }[], names: readonly IndexedName[]): Promise<void> {
    const db = this.#db;
    const textOf = ({ page, source, namespace, title, folded, links }: IndexedName) =>
      JSON.stringify([page, source, namespace, title, folded, links]);
    const pages = sql.join(rows.map(({ page }) => page));
    const before = await sql<IndexedName>`select page, source, namespace, title, folded, links from title where page in (${pages})`.execute(
      db,
    );
    const there = new Set(before.rows.map(textOf));
    const current = new Set(names.map(({ page, source }) => `${page} ${source}`));
    for (const { page, source } of before.rows)
      if (!current.has(`${page} ${source}`)) await sql`delete from title where page = ${page} and source = ${source}`.execute(db);
    await putRows(
      this.#engine,
      db,
      'title',
      'page, source',
      names.filter(each => !there.has(textOf(each))).map(each => ({ ...each })),
    );
  }

  next(count: number): Promise<PageToIndex[]> {
    return this.#serialize(async () => {
      const { rows } = await sql<{ page: number; value: string }>`
        select page, value from noted where page > ${this.#last} order by page limit ${count}`.execute(this.#db);
      this.#last = rows.at(-1)?.page ?? this.#last;
      return rows.map(({ page, value }) => {
        const { revision, length } = JSON.parse(value) as PendingPage;
        return { id: page, page, revision, length };
      });
    });
  }

  write(texts: readonly DocumentText[]): Promise<void> {
    return this.#serialize(() => inTransaction({ db: this.#db }, () => this.#write(texts)));
  }

  async #write(texts: readonly DocumentText[]): Promise<void> {
    const db = this.#db;
    const pages = texts.map(({ id }) => id);
    const { rows } = await sql<{ page: number; links: number; value: string }>`
      select page, links, value from noted where page in (${sql.join(pages)})`.execute(db);
    const noted = new Map(rows.map(({ page, links, value }) => [page, { ...(JSON.parse(value) as PendingPage), links }]));
    await this.#documents.write(texts, id => {
      const note = noted.get(id);
      return note && { redirects: [], digest: '', ...note, tier: tierOf(this.#bounds, note.links) };
    });
    await dropRows(db, 'noted', pages);
  }

  async finish(watermark: Watermark): Promise<void> {
    const db = this.#db;
    const { prefixes, words, letters } = await this.#completions();
    await inTransaction({ db }, async () => {
      for (const table of ['prefix', 'word', 'letter', 'meta']) await sql.raw(`delete from ${table}`).execute(db);
      const beginnings = prefixes.flatMap(({ namespace, folded, names }) =>
        names.map(([page, source], place) => ({ namespace, folded, place, page, source })),
      );
      await putRows(this.#engine, db, 'prefix', 'namespace, folded, place', beginnings);
      const mended = Array.from(words, ([word, pages]) => ({ word, pages }));
      await putRows(this.#engine, db, 'word', 'word', mended);
      const written = Array.from(letters, ([letter, names]) => ({ letter, names }));
      await putRows(this.#engine, db, 'letter', 'letter', written);
      const byNamespace = await sql<{ namespace: number; documents: number }>`
        select namespace, count(*) as documents from document group by namespace order by namespace`.execute(db);
      const byTier = await sql<{ tier: number; documents: number }>`
        select tier, count(*) as documents from document group by tier`.execute(db);
      const namespaces = byNamespace.rows.map(row => ({ namespace: row.namespace, documents: Number(row.documents) }));
      const sizes = Array.from({ length: TIERS }, (_, tier) => Number(byTier.rows.find(row => row.tier === tier)?.documents ?? 0));
      const meta = {
        edition: EDITION,
        language: this.#language,
        documents: sizes.reduce((sum, size) => sum + size, 0),
        namespaces: JSON.stringify(namespaces),
        sizes: JSON.stringify(sizes),
        bounds: JSON.stringify(this.#bounds),
        letters: usualLetters(letters),
        watermarks: JSON.stringify([watermark]),
      };
      const rows = Object.entries(meta).map(([name, value]) => ({ name, value: String(value) }));
      await putRows(this.#engine, db, 'meta', 'name', rows);
    });
    await this.#tidy();
    await this.#database.close();
  }

  /** Removes deleted words on PostgreSQL and updates the planner's statistics. */
  async #tidy(): Promise<void> {
    const db = this.#db;
    for (const table of [...TABLES_OF_WORDS, 'title', 'document', 'prefix', 'word', 'letter', 'outgoing', 'noted']) {
      if (this.#engine === 'postgres') await sql.raw(`vacuum analyze ${table}`).execute(db);
      else await sql.raw(`analyze table ${table}`).execute(db);
    }
  }

  async #completions(): Promise<Completions> {
    const completions = gatherCompletions();
    let after = sql`true`;
    for (;;) {
      const { rows } = await sql<IndexedName>`
        select namespace, folded, links, page, source from title where ${after}
        order by namespace, folded, page, source limit ${NAMES}`.execute(this.#db);
      const last = rows.at(-1);
      if (!last) return completions.done();
      for (const row of rows) completions.add(row);
      after = sql`(namespace, folded, page, source) > (${last.namespace}, ${last.folded}, ${last.page}, ${last.source})`;
    }
  }

  /** Returns the bounds of tiers. Existing bounds stay unchanged while each is within a factor of two of the current distribution. */
  async #readBounds(): Promise<number[]> {
    const db = this.#db;
    const bounds: number[] = [];
    for (let tier = 0, end = FIRST_TIER; tier < TIERS - 1; tier++, end += FIRST_TIER * GROWTH ** tier) {
      const { rows } = await sql<{ links: number }>`
        select links from noted where target is null order by links desc limit 1 offset ${end}`.execute(db);
      if (!rows[0]) break;
      bounds.push(rows[0].links + 1);
    }
    const { rows } = await sql<{ value: string }>`select value from meta where name = 'bounds'`.execute(db);
    const before = JSON.parse(rows[0]?.value ?? '[]') as number[];
    const isNear = before.length === bounds.length && before.every((bound, tier) => ratio(bound, bounds[tier] ?? 0) < 2);
    return isNear ? before : bounds;
  }

  /** Serializes work on the single connection, because transactions must not mix. */
  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#calls.then(work);
    this.#calls = done.catch(() => undefined);
    return done;
  }
}

const ratio = (a: number, b: number): number => Math.max(a, b) / Math.max(1, Math.min(a, b));
