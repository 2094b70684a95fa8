import type { EngineClause } from './clauses.ts';

/** Length of snippets in characters. */
const SNIPPET = 150;

/** Fields that are highlighted as a whole. */
const SHORT: ReadonlySet<string> = new Set(['title', 'redirect.title', 'category', 'heading']);

/** Fields whose beginning is the snippet if nothing matches. */
const WITH_BEGINNING: ReadonlySet<string> = new Set(['text', 'source_text.plain']);

/** Fields that follow a field with the same target, and are skipped if that field matches. */
const SKIPPED: ReadonlySet<string> = new Set([
  'redirect.title',
  'category',
  'heading',
  'auxiliary_text',
  'file_text',
  'redirect.title.prefix',
]);

/** Returns options for the highlighter of OpenSearch and Elasticsearch. */
export const plainOptions = (field: string): EngineClause => ({
  type: 'unified',
  require_field_match: false,
  order: 'score',
  ...(SHORT.has(field) || field.endsWith('.prefix')
    ? { number_of_fragments: 0 }
    : { number_of_fragments: 1, fragment_size: SNIPPET, ...(WITH_BEGINNING.has(field) && { no_match_size: SNIPPET }) }),
});

/** Returns options for the highlighter in Wikimedia's plugin `search-highlighter`. */
export function cirrusOptions(field: string): EngineClause {
  const skip = SKIPPED.has(field) && { skip_if_last_matched: true };
  if (field.endsWith('.prefix')) return withOptions({ type: 'experimental', number_of_fragments: 1, fragment_size: 10_000 }, { ...skip });
  const matched = !field.endsWith('.plain') && { matched_fields: [field, `${field}.plain`] };
  const basis = { type: 'experimental', number_of_fragments: 1, ...matched };
  if (SHORT.has(field)) return withOptions({ ...basis, fragmenter: 'none', ...(field !== 'title' && { order: 'score' }) }, { ...skip });
  const text = {
    ...basis,
    fragmenter: 'scan',
    fragment_size: SNIPPET,
    ...(WITH_BEGINNING.has(field) && { no_match_size: SNIPPET }),
  };
  return withOptions(text, { ...skip, ...BEST_FRAGMENT });
}

/** Prefers fragments near the beginning of a text. Reads at most 5000 fragments, because texts can be long and repetitive. */
const BEST_FRAGMENT = { top_scoring: true, boost_before: { 20: 2, 50: 1.8, 200: 1.5, 1000: 1.2 }, max_fragments_scored: 5000 };

const withOptions = (field: EngineClause, options: EngineClause): EngineClause =>
  Object.keys(options).length > 0 ? { ...field, options } : field;
