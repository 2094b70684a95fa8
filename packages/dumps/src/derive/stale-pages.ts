import { NS, type Title } from '@wikiquery/core';
import { loadInChunks, sql, type WikiDatabase, whereTitles } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';

type Table = ReturnType<typeof sql.table>;
type Ids = ReturnType<typeof sql<number>>;

/** Pages whose links, properties and words have to be derived anew. They are noted in the transaction that changes what these follow from. */
export class StalePages {
  readonly #database: WikiDatabase;
  readonly #table: Table;
  readonly #pages: Table;

  private constructor(database: WikiDatabase, table: Table, pages: Table) {
    [this.#database, this.#table, this.#pages] = [database, table, pages];
  }

  /** To be called outside a transaction. */
  static async open({ database, options }: Pick<ImportContext, 'database' | 'options'>): Promise<StalePages> {
    const table = sql.table(`${options.prefix ?? ''}wikiquery_stale`);
    await sql`create table if not exists ${table} (page integer not null primary key)`.execute(database.db);
    return new StalePages(database, table, sql.table(`${options.prefix ?? ''}page`));
  }

  /** A query for their ids. */
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

  /** Pages that use what stands, or stood, at these titles; `appeared` are those at which there is a page, or a file, since or no longer. */
  async noteUsersOf(titles: readonly Title[], appeared: readonly Title[]): Promise<void> {
    // The names of categories that the software puts pages into are messages.
    if (titles.some(({ namespace, dbkey }) => namespace === NS.MEDIAWIKI && dbkey.endsWith('-category'))) return this.noteAll();
    const { db } = this.#database;
    const targets = (some: readonly Title[]) =>
      loadInChunks(some, chunk =>
        whereTitles(db.selectFrom('linktarget').select('lt_id as id'), 'lt_namespace', 'lt_title', chunk).execute(),
      );
    const ids = (await targets(titles)).map(({ id }) => id);
    await this.note([
      ...(await loadInChunks(ids, async chunk =>
        (await db.selectFrom('templatelinks').select('tl_from').where('tl_target_id', 'in', chunk).execute()).map(row => row.tl_from),
      )),
      ...(await loadInChunks(ids, async chunk =>
        (await db.selectFrom('imagelinks').select('il_from').where('il_target_id', 'in', chunk).execute()).map(row => row.il_from),
      )),
      // Some ask whether a page is there.
      ...(await loadInChunks(
        (await targets(appeared)).map(({ id }) => id),
        async chunk =>
          (await db.selectFrom('pagelinks').select('pl_from').where('pl_target_id', 'in', chunk).execute()).map(row => row.pl_from),
      )),
    ]);
  }

  /** To be called in the transaction that writes what follows from them. */
  async remove(pages: readonly number[]): Promise<void> {
    await sql`delete from ${this.#table} where page in (${sql.join(pages)})`.execute(this.#database.db);
  }
}
