import { NS, type Title } from '@wikiquery/core';
import { loadInChunks, sql, type WikiDatabase, whereTitles } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';

type Table = ReturnType<typeof sql.table>;
type Ids = ReturnType<typeof sql<number>>;

/** Pages to derive again. They are recorded in the transaction that changes their sources. */
export class StalePages {
  readonly #database: WikiDatabase;
  readonly #table: Table;
  readonly #pages: Table;

  private constructor(database: WikiDatabase, table: Table, pages: Table) {
    [this.#database, this.#table, this.#pages] = [database, table, pages];
  }

  /** Opens the table of stale pages, and creates it if needed. Must not be called in a transaction. */
  static async open({ database, options }: Pick<ImportContext, 'database' | 'options'>): Promise<StalePages> {
    const table = sql.table(`${options.prefix ?? ''}wikiquery_stale`);
    await sql`create table if not exists ${table} (page integer not null primary key)`.execute(database.db);
    return new StalePages(database, table, sql.table(`${options.prefix ?? ''}page`));
  }

  async list(): Promise<number[]> {
    const { rows } = await sql<{ page: number }>`select page from ${this.#table}`.execute(this.#database.db);
    return rows.map(({ page }) => page);
  }

  ids(): Ids {
    return sql<number>`(select page from ${this.#table})`;
  }

  async note(pages: Iterable<number>): Promise<void> {
    const { db } = this.#database;
    await loadInChunks(new Set(pages), async chunk => {
      await sql`delete from ${this.#table} where page in (${sql.join(chunk)})`.execute(db);
      await sql`insert into ${this.#table} (page) values ${sql.join(chunk.map(page => sql`(${page})`))}`.execute(db);
      return [];
    });
  }

  async noteAll(): Promise<void> {
    const { db } = this.#database;
    await sql`delete from ${this.#table}`.execute(db);
    await sql`insert into ${this.#table} (page) select page_id from ${this.#pages}`.execute(db);
  }

  /** Records the pages that use the titles. `appeared` are titles at which a page was created or deleted. */
  async noteUsersOf(titles: readonly Title[], appeared: readonly Title[]): Promise<void> {
    // Messages contain the names of tracking categories.
    if (titles.some(({ namespace, dbkey }) => namespace === NS.MEDIAWIKI && dbkey.endsWith('-category'))) return this.noteAll();
    await this.note(await this.#linking('templatelinks', 'tl', titles));
    await this.note(await this.#linking('imagelinks', 'il', titles));
    // Links and parser functions depend on whether their target exists.
    await this.note(await this.#linking('pagelinks', 'pl', appeared));
  }

  async #linking(table: string, prefix: string, titles: readonly Title[]): Promise<number[]> {
    const { db } = this.#database;
    const targets = await loadInChunks(titles, chunk =>
      whereTitles(db.selectFrom('linktarget').select('lt_id as id'), 'lt_namespace', 'lt_title', chunk).execute(),
    );
    const rows = await loadInChunks(
      targets.map(({ id }) => id),
      chunk =>
        db
          .selectFrom(table as 'pagelinks')
          .select(`${prefix}_from as page` as 'pl_from as page')
          .where(`${prefix}_target_id` as 'pl_target_id', 'in', chunk)
          .execute(),
    );
    return rows.map(({ page }) => page);
  }

  /** Removes pages from the list. Must be called in the transaction that writes their derived rows. */
  async remove(pages: readonly number[]): Promise<void> {
    await sql`delete from ${this.#table} where page in (${sql.join(pages)})`.execute(this.#database.db);
  }
}
