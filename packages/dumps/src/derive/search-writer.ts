import { insertRows, sql, type WikiDatabase } from '@wikiquery/database';
import type { IndexedPage } from './task.ts';

/** Maximum indexed characters of a text on PostgreSQL, where the search vector of a text is limited to 1 MB. */
const MAX_CHARACTERS = 500_000;

export class SearchWriter {
  readonly #database: WikiDatabase;
  readonly #prefix: string;

  constructor(database: WikiDatabase, prefix: string) {
    this.#database = database;
    this.#prefix = prefix;
  }

  async write(pages: readonly IndexedPage[]): Promise<void> {
    if (pages.length === 0) return;
    const { db, engine } = this.#database;
    const ids = pages.map(({ id }) => id);
    if (engine === 'postgres') {
      await this.#vectors(ids);
      return;
    }
    // In SQLite's full-text table, the row id is the page id.
    const key = engine === 'sqlite' ? 'docid' : 'si_page';
    await sql`delete from ${sql.table(`${this.#prefix}searchindex`)} where ${sql.ref(key)} in (${sql.join(ids)})`.execute(db);
    const rows = pages.map(({ id, title, text }) => [id, title, text]);
    await insertRows(this.#database, 'searchindex', [key, 'si_title', 'si_text'], rows, { prefix: this.#prefix });
  }

  async #vectors(ids: readonly number[]): Promise<void> {
    const { db } = this.#database;
    const [page, text, content, slots] = ['page', 'text', 'content', 'slots'].map(name => sql.table(this.#prefix + name));
    await sql`update ${page} set titlevector = to_tsvector(replace(page_title, '/', ' ')) where page_id in (${sql.join(ids)})`.execute(db);
    await sql`update ${text} set textvector = to_tsvector(left(old_text, ${MAX_CHARACTERS}::int))
      from ${page} join ${slots} on slot_revision_id = page_latest join ${content} on content_id = slot_content_id
      where page_id in (${sql.join(ids)}) and content_address like 'tt:%' and old_id = cast(substring(content_address from 4) as int)`.execute(
      db,
    );
  }
}
