import { ApiError } from '@wikiquery/core';
import { cirrusMessage } from './wiki.ts';

/** Error of the search engine, such as `query_shard_exception`. */
export interface EngineError {
  readonly type: string;
  readonly message: string;
}

const PARSE_ERRORS: ReadonlySet<string> = new Set([
  'query_shard_exception',
  'parse_exception',
  'parsing_exception',
  'search_parse_exception',
]);
const CLAUSE_ERRORS: ReadonlySet<string> = new Set(['too_many_clauses', 'too_many_nested_clauses']);

/** Whether the engine rejected the syntax of a query. */
export const isParseError = ({ type, message }: EngineError): boolean => PARSE_ERRORS.has(type) && !isTooComplex(message);

/** Converts an error of the engine to CirrusSearch's error. Returns undefined if the query is not the cause. */
export function queryError(error: EngineError): ApiError | undefined {
  const { type, message } = error;
  if (type === 'too_complex_to_determinize_exception' || isTooComplex(message))
    return new ApiError(cirrusMessage('regex-too-complex-error', 'The regular expression or wildcard is too complex. Simplify it.'));
  if (CLAUSE_ERRORS.has(type) || /maxClauseCount/.test(message))
    return new ApiError(cirrusMessage('query-too-complex-error', 'The query matches too many different words. Use fewer wildcards.'));
  if (/(?:^|_)regex_/.test(type)) return new ApiError(regexError(message));
  if (isParseError(error)) return new ApiError(cirrusMessage('parse-error', 'The search engine cannot parse the query. Simplify it.'));
  return undefined;
}

/** The parser of the engine wraps errors of the automaton. */
const isTooComplex = (message: string): boolean => /Determinizing|too complex|too_complex/i.test(message);

function regexError(message: string) {
  const [, problem = 'unknown', position = 'unknown'] = /^(?:[a-z_]+: )?(.+) at position (\d+)/.exec(message) ?? [];
  return cirrusMessage('regex-syntax-error', `The regular expression is invalid at position ${position}: ${problem}`, [problem, position]);
}
