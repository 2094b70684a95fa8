import { type EngineClause, queryString } from './clauses.ts';
import { escapeOperators, escapePart } from './escape.ts';

/** Returns a query for words or phrases in single fields. `text`: value of a keyword as typed. */
export function fieldQuery(text: string, fieldsOf: (query: string) => readonly string[]): EngineClause {
  const query = escapeOperators(escapePart(text));
  return queryString(fieldsOf(query), query);
}
