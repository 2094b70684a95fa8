import type { Env } from '@wikiquery/core';
import { sql } from '@wikiquery/database';
import { markTerms } from './highlight.ts';
import { encodeWords } from './normalize.ts';
import { readTerms, writeTerm } from './terms.ts';
import { COLUMNS, countAll, type WordIndex } from './word-index.ts';

export function mariadbIndex(): WordIndex {
  let shortest: number | undefined;
  return {
    async find(db, language, request) {
      const { what, text, limit, offset, condition } = request;
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
        .where(condition);
      const rows = await matching
        .select(COLUMNS)
        .orderBy(sql`match(${column}) against (${query} in natural language mode)`, 'desc')
        // Keeps the order of equally relevant pages the same in each request.
        .orderBy('page_id')
        .limit(limit + 1)
        .offset(offset)
        .execute();
      return { rows, total: await countAll(matching, request, rows.length), marking: markTerms(terms, language) };
    },
  };
}

/** Returns the minimum length in characters of words that the MariaDB server indexes. MediaWiki pads shorter words. */
export async function shortestWord(db: Env['db']): Promise<number> {
  const row = await db.selectNoFrom(sql<number>`@@ft_min_word_len`.as('letters')).executeTakeFirstOrThrow();
  return Number(row.letters);
}
