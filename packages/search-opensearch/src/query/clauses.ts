/** Query clause of the search engine, in JSON. */
export type EngineClause = Readonly<Record<string, unknown>>;

export const MATCH_ALL: EngineClause = { match_all: {} };

export const match = (field: string, query: string, options: EngineClause = {}): EngineClause => ({
  match: { [field]: { query, ...options } },
});

export const multiMatch = (fields: readonly string[], query: string, options: EngineClause = {}): EngineClause => ({
  multi_match: { fields, query, ...options },
});

export const terms = (field: string, values: readonly (string | number)[]): EngineClause => ({ terms: { [field]: values } });

/** Options that all queries in Lucene syntax share. */
const QUERY_STRING = {
  default_operator: 'AND',
  allow_leading_wildcard: true,
  fuzzy_prefix_length: 2,
};

/** Creates a query in Lucene syntax. `query` must be escaped. `rewrite`: the scoring method of wildcards. */
export const queryString = (fields: readonly string[], query: string, options: EngineClause = {}): EngineClause => ({
  query_string: { fields, query, ...QUERY_STRING, rewrite: 'top_terms_boost_1024', ...options },
});

/** Returns a clause that matches if any of the clauses matches, or undefined for an empty list. */
export function anyOf(clauses: readonly EngineClause[]): EngineClause | undefined {
  return clauses.length < 2 ? clauses[0] : { bool: { should: clauses, minimum_should_match: 1 } };
}

/** Returns a clause that matches if all clauses in `must` and none in `mustNot` match, or undefined for two empty lists. */
export function allOf(must: readonly EngineClause[], mustNot: readonly EngineClause[]): EngineClause | undefined {
  if (mustNot.length === 0 && must.length < 2) return must[0];
  return { bool: { ...(must.length > 0 && { must }), ...(mustNot.length > 0 && { must_not: mustNot }) } };
}
