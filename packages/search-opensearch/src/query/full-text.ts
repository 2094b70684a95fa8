import { type EngineClause, multiMatch, queryString } from './clauses.ts';
import { type LuceneText, separateFields } from './lucene-text.ts';
import { perFieldProfile, perFieldQuery, phraseFields } from './per-field.ts';
import type { IndexSettings } from './wiki.ts';

/** Queries for the words and phrases of a search. */
export interface FullTextQuery {
  readonly main: EngineClause;
  readonly highlight: EngineClause;
  /** Ranks pages higher that contain the words as a phrase. */
  readonly phrase?: EngineClause;
}

/** Fields that contain all text of a page, with and without stemming. */
const ALL_FIELDS = ['all.plain^1', 'all^0.5'];

/** Factor for fields with stemming. */
const STEMMED = 0.5;

/** Syntax that the match queries of the profile `per_field` do not understand. */
const LUCENE_SYNTAX = new RegExp(
  [
    String.raw`(?<!\])[-!]?"(?:[^"]|(?<=\\)")+"`,
    String.raw`(?:^|\s)[+!-]\S`,
    String.raw`\S(?<!\\)~[0-9]?(?:\s|$)`,
    String.raw`\s(?:AND|OR|NOT|&&|\|\|)\s`,
    String.raw`^NOT\s`,
    String.raw`(?<!\\)[?*]`,
  ].join('|'),
);

interface FullTextOptions {
  readonly index: IndexSettings;
  readonly hasFiles: boolean;
  /** Whether to rank phrases higher. */
  readonly ranksPhrases: boolean;
}

/** Creates the queries for a text that is not empty. */
export function fullTextQuery(text: LuceneText, { index, hasFiles, ranksPhrases }: FullTextOptions): FullTextQuery {
  const { query } = text;
  const isPerField = index.fullText !== 'query_string';
  const isSimple = isPerField && !LUCENE_SYNTAX.test(query);
  const options = {
    ...(isPerField && { rewrite: 'top_terms_blended_freqs_1024' }),
    ...(index.maxStates !== undefined && { max_determinized_states: index.maxStates }),
  };
  const words = isSimple
    ? perFieldQuery(query, perFieldProfile(index.fullText))
    : queryString(ALL_FIELDS, query, { phrase_slop: 0, ...options });
  const main = text.nearMatch === '' ? words : { bool: { should: [words, nearMatch(text.nearMatch)], minimum_should_match: 1 } };
  const fields = separateFields(hasFiles);
  const separate = [
    ...fields.map(([field, weight]) => `${field}.plain^${weight}`),
    ...fields.map(([field, weight]) => `${field}^${weight * STEMMED}`),
  ];
  const operator = isSimple && { default_operator: 'OR' };
  const highlight = queryString(separate, text.separate, { phrase_slop: 1, ...options, ...operator });
  if (!ranksPhrases || query.includes('"') || !query.includes(' ')) return { main, highlight };
  const phrase = isSimple
    ? multiMatch(phraseFields, query, { type: 'phrase', slop: 1 })
    : queryString(ALL_FIELDS, `"${query}"`, { phrase_slop: 1, ...options });
  return { main, highlight, phrase };
}

/** Whether a text query uses Lucene's syntax, such as wildcards and operators. */
export const usesLuceneSyntax = ({ query }: LuceneText): boolean => LUCENE_SYNTAX.test(query);

/** Creates the queries for a text that Lucene's parser might reject. Only `AND` and `OR` keep their meaning. */
export function simpleQuery({ query }: LuceneText): Pick<FullTextQuery, 'main' | 'highlight'> {
  const simple = { simple_query_string: { fields: ALL_FIELDS, query, default_operator: 'AND', flags: 'OR|AND' } };
  return { main: simple, highlight: simple };
}

/** Finds pages whose titles are nearly equal to the text. */
const nearMatch = (text: string): EngineClause => multiMatch(['all_near_match^2', 'all_near_match.asciifolding^1.5'], text);
