import type { Env } from '@wikiquery/core';
import { type LayoutRelease, layoutOf, sql } from '@wikiquery/database';
import { markTerms } from './highlight.ts';
import { readTerms, writeTerm } from './terms.ts';
import { COLUMNS, countAll, type WordIndex, type WordRequest } from './word-index.ts';

export function sqliteIndex(): WordIndex {
  return {
    async find(db, language, request) {
      const terms = readTerms(request.text.toLowerCase(), '-');
      const query = terms.map(term => term.sign + writeTerm(term, language.indexForms(term.text))).join(' ');
      const matching = matchingPages(db, request, query);
      const { limit, offset, namespaces } = request;
      // MediaWiki's query has no ORDER BY. This clause reproduces the order that results from SQLite's query plan.
      const byTitle = !CROSS_JOINING.has(layoutOf(db).release) && namespaces?.length === 1;
      const rows = await matching
        .select(COLUMNS)
        .orderBy(byTitle ? 'page_title' : rowId)
        .limit(limit + 1)
        .offset(offset)
        .execute();
      return { rows, total: await countAll(matching, request, rows.length), marking: markTerms(terms, language) };
    },
  };
}

/** MediaWiki releases whose search query uses CROSS JOIN. */
const CROSS_JOINING: ReadonlySet<LayoutRelease> = new Set(['1.42', '1.43', '1.44']);

const rowId = sql.ref<number>('searchindex.rowid');

/** CROSS JOIN makes SQLite read the full-text index first, because FTS cannot look up words in a given row. */
const matchingPages = (db: Env['db'], { what, condition }: WordRequest, query: string) =>
  db
    .selectFrom('searchindex')
    .crossJoin('page')
    .where('page_id', '=', rowId)
    .where(sql<boolean>`${sql.ref(what === 'title' ? 'si_title' : 'si_text')} match ${query}`)
    .where(condition);
