import type { Site } from '@wikiquery/core';
import { sql, type WikiDatabase } from '@wikiquery/database';
import { contentConverter } from '@wikiquery/language-converters';
import { encodeWords, indexRow, searchLanguage, shortestWord } from '@wikiquery/search';
import type { BuiltPage } from './ledger.ts';

export class SearchIndexBuilder {
  readonly #database: WikiDatabase;
  readonly #site: Site;
  #shortestWord: number | undefined;

  constructor(database: WikiDatabase, site: Site) {
    this.#database = database;
    this.#site = site;
  }

  async write({ id, namespace, dbkey }: BuiltPage, text: string): Promise<void> {
    const { engine, db } = this.#database;
    await this.remove(id);
    if (engine === 'postgres') {
      await sql`update page set titlevector = to_tsvector(replace(page_title, '/', ' ')) where page_id = ${id}`.execute(db);
      await sql`update text set textvector = to_tsvector(old_text) where old_id = (select max(old_id) from text)`.execute(db);
      return;
    }
    const language = searchLanguage(this.#site, await contentConverter({ db, site: this.#site }));
    const { title, text: words } = indexRow({ namespace, dbkey }, text, language, engine === 'sqlite');
    if (engine === 'sqlite') await sql`insert into searchindex (docid, si_title, si_text) values (${id}, ${title}, ${words})`.execute(db);
    else {
      this.#shortestWord ??= await shortestWord(db);
      const encode = (each: string): string => encodeWords(each, language, this.#shortestWord ?? 0);
      await db
        .insertInto('searchindex')
        .values({ si_page: id, si_title: encode(title), si_text: encode(words) })
        .execute();
    }
  }

  async remove(id: number): Promise<void> {
    const { engine, db } = this.#database;
    if (engine === 'sqlite') await sql`delete from searchindex where docid = ${id}`.execute(db);
    else if (engine === 'mariadb') await db.deleteFrom('searchindex').where('si_page', '=', id).execute();
  }
}
