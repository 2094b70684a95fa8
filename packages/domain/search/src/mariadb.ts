import type { Env } from '@wikiquery/core';
import { sql } from '@wikiquery/database';
import { markTerms } from './highlight.ts';
import { encodeWords } from './normalize.ts';
import { readTerms, writeTerm } from './terms.ts';
import { COLUMNS, countAll, type WordIndex } from './word-index.ts';

/** Table `searchindex` has full-text indexes of words that are encoded in ASCII. */
export function mariadbIndex(): WordIndex {
  let shortest: number | undefined;
  return {
    async find(db, language, request) {
      const { what, text, limit, offset, isWanted } = request;
      if (text.trim() === '') return undefined;
      shortest ??= await shortestWord(db);
      const least = shortest;
      const terms = readTerms(text, '');
      const query = terms
        .map(
          term =>
            `+${writeTerm(
              term,
              language.indexForms(term.text).map(form => encodeWords(form, language, least)),
            )}`,
        )
        .join(' ');
      const column = sql.ref(what === 'title' ? 'si_title' : 'si_text');
      const matching = db
        .selectFrom('page')
        .innerJoin('searchindex', 'si_page', 'page_id')
        .where(sql<boolean>`match(${column}) against (${query} in boolean mode)`)
        .where(isWanted);
      const rows = await matching
        .select(COLUMNS)
        .orderBy(sql`match(${column}) against (${query} in natural language mode)`, 'desc')
        // Without it pages that match alike would be repeated and lost from one request to the next.
        .orderBy('page_id')
        .limit(limit + 1)
        .offset(offset)
        .execute();
      return { rows, total: await countAll(matching, request, rows.length), marking: markTerms(terms, language) };
    },
  };
}

/** Letters of the shortest words that the server takes into an index: MediaWiki makes shorter ones longer. */
export async function shortestWord(db: Env['db']): Promise<number> {
  const row = await db.selectNoFrom(sql<number>`@@ft_min_word_len`.as('letters')).executeTakeFirstOrThrow();
  return Number(row.letters);
}
