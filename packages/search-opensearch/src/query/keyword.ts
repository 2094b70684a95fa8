import type { Message } from '@wikiquery/core';
import type { EngineClause } from './clauses.ts';
import type { HighlightField } from './highlight.ts';
import type { SearchedWiki } from './wiki.ts';

/** A keyword of the query language, such as `intitle:`. */
export interface Keyword {
  readonly names: readonly string[];
  /**
   * Value of the keyword. `word`: a word or a text in quotes. `optional`: may be empty, and follows without a space.
   * `rest`: the rest of the query.
   */
  readonly value: 'none' | 'optional' | 'word' | 'rest';
  /** Whether the keyword occurs only at the start of a query. */
  readonly isHeader?: boolean;
  /** Whether the keyword accepts an optional value. Other values are text of the query. */
  readonly accepts?: (value: string) => boolean;
  /** Whether the value can be a regular expression, such as `/colou?r/i`. */
  readonly allowsPattern?: boolean;
  /** Maximum number of times the keyword may occur in a query, because it requires long searches. */
  readonly maxCalls?: number;
  /** Whether the keyword depends on this wiki, so that other wikis are not searched. */
  readonly isLocal?: boolean;
  apply(call: KeywordCall, wiki: SearchedWiki, namespaces: readonly number[] | undefined): KeywordEffect | Promise<KeywordEffect>;
}

/** A keyword in a query. */
export interface KeywordCall {
  readonly keyword: Keyword;
  readonly name: string;
  /** Value without quotes. */
  readonly value: string;
  /** Value as typed. */
  readonly quoted: string;
  /** Character that encloses the value. */
  readonly delimiter: '' | '"' | '/';
  /** Whether a regular expression ignores case. */
  readonly ignoresCase: boolean;
  readonly isNegated: boolean;
  /** Position in the query. The end excludes the space after the keyword. */
  readonly start: number;
  readonly end: number;
}

/** Function that changes the score of documents. */
export interface ScoreFunction extends EngineClause {
  readonly weight?: number;
  readonly filter?: EngineClause;
}

/** Effect of a keyword on a search. */
export interface KeywordEffect {
  /** Condition for the results. If the keyword is negated, results must not match. */
  readonly filter?: EngineClause | undefined;
  /** Condition that also determines the score. */
  readonly scored?: EngineClause;
  /** Query that replaces the words of the query. */
  readonly main?: EngineClause;
  /** Text to search in place of the keyword. */
  readonly text?: string;
  readonly scoreFunctions?: readonly ScoreFunction[];
  /** Namespace that the keyword adds to the searched namespaces. */
  readonly namespace?: number | 'all';
  readonly highlights?: Readonly<Record<string, HighlightField>>;
  readonly warnings?: readonly Message[];
  /** Whether the query cannot have results. */
  readonly isImpossible?: boolean;
}

/** Splits a value such as `Cat|Dog`. If there are more than `max` parts, the rest is dropped with a warning. */
export function alternatives({ name, value }: KeywordCall, max: number, separator = '|'): { parts: string[]; warnings: Message[] } {
  const parts = value.split(separator, max + 1);
  if (parts.length <= max) return { parts, warnings: [] };
  return { parts: parts.slice(0, max), warnings: [tooManyConditions(name, max)] };
}

const tooManyConditions = (name: string, max: number): Message => ({
  code: 'cirrussearch-feature-too-many-conditions',
  key: 'cirrussearch-feature-too-many-conditions',
  text: `The keyword "${name}" accepts ${max} alternatives. The rest is ignored.`,
  params: [name, max],
  data: undefined,
});
