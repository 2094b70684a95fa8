import type { EngineClause } from './clauses.ts';

const FIELDS: Readonly<Record<string, EngineClause>> = {
  incoming_links_asc: { incoming_links: { order: 'asc', missing: '_first' } },
  incoming_links_desc: { incoming_links: { order: 'desc', missing: '_last' } },
  last_edit_asc: { timestamp: 'asc' },
  last_edit_desc: { timestamp: 'desc' },
  create_timestamp_asc: { create_timestamp: 'asc' },
  create_timestamp_desc: { create_timestamp: 'desc' },
};

/** Sort orders of CirrusSearch, values of `srsort`. */
export const SORTS: readonly string[] = ['relevance', 'just_match', 'none', ...Object.keys(FIELDS), 'random', 'user_random'];

interface Sorted {
  readonly query: EngineClause;
  readonly sort?: readonly (EngineClause | string)[];
}

/** Adds a sort order to a query. `seed`: the same seed results in the same order for `user_random`. */
export function sorted(query: EngineClause, sort: string, seed: string): Sorted {
  const field = FIELDS[sort];
  if (field) return { query, sort: [field] };
  if (sort === 'none') return { query, sort: ['_doc'] };
  if (sort === 'random') return { query: shuffled(query, {}) };
  if (sort === 'user_random') return { query: shuffled(query, { seed, field: '_seq_no' }) };
  return { query };
}

const shuffled = (query: EngineClause, random: EngineClause): EngineClause => ({
  bool: { filter: [query], must: [{ function_score: { query: { match_all: {} }, functions: [{ random_score: random }] } }] },
});
