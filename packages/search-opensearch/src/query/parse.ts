import { ApiError, type Site } from '@wikiquery/core';
import { namespacePrefix } from '@wikiquery/search';
import { cleanQuery } from './clean.ts';
import { keywordsOf } from './keywords/index.ts';
import { readNodes } from './nodes.ts';
import { type ScannedQuery, scanKeywords } from './scan-keywords.ts';
import { type QueryStructure, structureOf } from './structure.ts';
import { cirrusMessage, type SearchedWiki } from './wiki.ts';

/** Maximum lengths in characters: of a query without its keywords, and of any query. */
const MAX_LENGTH = 300;
const MAX_LENGTH_WITH_KEYWORDS = 4096;

export interface ParsedQuery {
  /** Query to which positions refer. It includes the namespace prefix, but no tilde at the start. */
  readonly query: string;
  readonly hasTilde: boolean;
  /** Namespaces of the prefix. `all`: all namespaces. Undefined: no prefix. */
  readonly namespaces: readonly number[] | 'all' | undefined;
  readonly scanned: ScannedQuery;
  readonly structure: QueryStructure;
}

/** Parses the query language of CirrusSearch. Throws `cirrussearch-query-too-long`, but accepts any other text. */
export function parseQuery(text: string, wiki: ParserContext, keepsQuestionMarks = false): ParsedQuery {
  const length = lengthOf(text);
  if (length > MAX_LENGTH_WITH_KEYWORDS) throw tooLong(length, MAX_LENGTH_WITH_KEYWORDS);
  const { text: query, hasTilde } = cleanQuery(text, keepsQuestionMarks);
  const prefixed = namespacePrefix(wiki.site, query, wiki.wordsForAll);
  const start = prefixed ? query.length - prefixed.text.length : 0;
  const scanned = scanKeywords(query.replaceAll('\u{3000}', ' '), start, keywordsOf(wiki.index));
  checkLength(query, scanned);
  checkCalls(scanned);
  return {
    query,
    hasTilde,
    namespaces: prefixed && (prefixed.namespaces ?? 'all'),
    scanned,
    structure: structureOf(readNodes(query, start, scanned)),
  };
}

interface ParserContext extends Pick<SearchedWiki, 'wordsForAll'> {
  readonly site: Site;
  readonly index: Pick<SearchedWiki['index'], 'hasWeightedTags'>;
}

/** Keywords do not count towards the length, because lists of categories and templates can be long. */
function checkLength(query: string, { calls }: ScannedQuery) {
  const length = lengthOf(query);
  const exempt = calls.reduce((sum, { start, end }) => sum + lengthOf(query.slice(start, end)), 0);
  if (length - exempt <= MAX_LENGTH) return;
  throw tooLong(length, MAX_LENGTH, [...new Set(calls.map(({ name }) => name))].sort());
}

function checkCalls({ calls }: ScannedQuery) {
  for (const [{ maxCalls = Number.POSITIVE_INFINITY, names }, same] of Map.groupBy(calls, ({ keyword }) => keyword)) {
    if (same.length <= maxCalls) continue;
    throw new ApiError(cirrusMessage('query-too-complex-error', `The query contains "${names[0]}:" more than ${maxCalls} times.`));
  }
}

/** Returns the number of characters. Stops counting where the query is too long in any case. */
function lengthOf(text: string): number {
  if (text.length > 2 * MAX_LENGTH_WITH_KEYWORDS) return text.length;
  return Array.from(text).length;
}

function tooLong(length: number, allowed: number, exempt: readonly string[] = []): ApiError {
  const text = `The query has ${length} characters. Shorten it to ${allowed} characters`;
  if (exempt.length === 0) return new ApiError(cirrusMessage('query-too-long', `${text}.`, [length, allowed]));
  const params = [length, allowed, { list: exempt, type: 'comma' as const }];
  return new ApiError(cirrusMessage('query-too-long-with-exemptions', `${text} besides these keywords: ${exempt.join(', ')}.`, params));
}
