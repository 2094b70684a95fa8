import { type EngineClause, match, multiMatch } from './clauses.ts';
import type { IndexSettings } from './wiki.ts';

/** Profile that combines the scores of the fields of a page. */
export interface PerFieldProfile {
  /** Whether most words must occur in the title, or in the title of one redirect. */
  readonly requiresTitle: boolean;
}

export const perFieldProfile = (name: IndexSettings['fullText']): PerFieldProfile => ({ requiresTitle: name === 'per_field_title' });

/** Fields with text, and their weights. The best field of each group counts. */
const GROUPS: readonly (readonly (readonly [string, number])[])[] = [
  [['title', 0.3]],
  [
    ['redirect.title', 0.27],
    ['suggest', 0.2],
  ],
  [['category', 0.05]],
  [['heading', 0.05]],
  [
    ['text', 0.6],
    ['opening_text', 0.5],
  ],
  [['auxiliary_text', 0.05]],
  [['file_text', 0.5]],
];

/** Factor for fields with stemming. */
const STEMMED = 3;

/** Fields in which phrases count, with their weights. */
export const phraseFields = ['all^0.06', 'all.plain^0.1'];

/** Finds pages that contain all words, and adds the scores of their fields. `query`: escaped words. */
export function perFieldQuery(query: string, { requiresTitle }: PerFieldProfile): EngineClause {
  const all = ['all', 'all.plain'].map(field => match(field, query, { operator: 'AND' }));
  const words: EngineClause = { bool: { should: all, minimum_should_match: 1 } };
  const should = GROUPS.map(group => {
    const queries = group.map(([field, boost]) => {
      const fields = field === 'suggest' ? [field] : [`${field}.plain^1`, `${field}^${STEMMED}`];
      return multiMatch(fields, query, { boost, minimum_should_match: '1', type: 'most_fields' });
    });
    return queries.length === 1 ? (queries[0] as EngineClause) : { dis_max: { queries } };
  });
  return { bool: { filter: [requiresTitle ? { bool: { must: [words, inTitle(query)] } } : words], should, minimum_should_match: 0 } };
}

const inTitle = (query: string): EngineClause => ({
  bool: {
    should: ['title', 'redirect.title'].map(field => match(field, query, { minimum_should_match: '3<80%' })),
    minimum_should_match: 1,
  },
});
