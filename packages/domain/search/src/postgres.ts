import type { Env } from '@wikiquery/core';
import { sql } from '@wikiquery/database';
import { markTexts } from './highlight.ts';
import { COLUMNS, type WordIndex, type WordRequest } from './word-index.ts';

export const postgresIndex = (): WordIndex => ({
  async find(db, language, request) {
    const rows = await matchingPages(db, request, toTsquery(request.text));
    // As in MediaWiki, the total is the number of rows read.
    return { rows, total: request.total ? rows.length : undefined, marking: markTexts(lexemesOf(rows[0]?.query ?? ''), language) };
  },
});

function matchingPages(db: Env['db'], { what, limit, offset, condition }: WordRequest, query: string) {
  const words = sql`to_tsquery(${query})`;
  const vector = sql.ref(what === 'title' ? 'titlevector' : 'textvector');
  return db
    .selectFrom('page')
    .innerJoin('slots', 'slot_revision_id', 'page_latest')
    .innerJoin('slot_roles', 'role_id', 'slot_role_id')
    .innerJoin('content', 'content_id', 'slot_content_id')
    .innerJoin('text', join => join.on('old_id', '=', sql<number>`substring(content_address from '^tt:([0-9]+)$')::int`))
    .where('role_name', '=', 'main')
    .where(sql<boolean>`${vector} @@ ${words}`)
    .where(condition)
    .select(COLUMNS)
    .select([sql<number>`ts_rank(${vector}, ${words}, 5)`.as('score'), sql<string>`${words}::text`.as('query')])
    .orderBy('score', 'desc')
    .orderBy('page_id', 'desc')
    .limit(limit + 1)
    .offset(offset)
    .execute();
}

/** Extracts the lexemes from a parsed query such as `'harbour' & !'pier'`. */
const lexemesOf = (query: string): string[] => Array.from(query.matchAll(/'([^']+)'/g), match => match[1] as string);

/**
 * Converts a query to a `tsquery` with AND, OR (`or`, `|`) and NOT (`-`, `!`, `not`). Drops dangling operators. Drops colons, because they
 * would set weights.
 */
export function toTsquery(text: string): string {
  const spaced = text
    .replaceAll('\\', '')
    .replace(/(?<!\s)\s*([()])\s*/g, (_, bracket: string) => (bracket === '(' ? ' (' : ') '))
    .replaceAll(':', ' ');
  const joined = Array.from(spaced.matchAll(/([-!]?)(\S+)/g), ([, not, word = '']) => (not ? ' & !' : '') + operatorOf(word)).join('');
  return joined
    .replace(/^[\s&|]+/, '')
    .replace(/([!&|]) +(?:[&|] +)+/g, '$1 ')
    .replace(/([^ ])[!&|]/g, '$1')
    .replace(/(?<![\s!&|])[\s!&|]+$/, '')
    .replace(/^['"](.*)['"]$/, '$1');
}

const operatorOf = (word: string): string => OPERATORS.get(word.toLowerCase()) ?? ` & ${word}`;
const OPERATORS: ReadonlyMap<string, string> = new Map(Object.entries({ and: ' & ', or: ' | ', '|': ' | ', not: ' & !' }));
