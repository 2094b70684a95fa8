import { match } from '../clauses.ts';
import type { Keyword, ScoreFunction } from '../keyword.ts';

const MAX_TEMPLATES = 256;

/** `boost-templates:"Template:Good article|150%"`: multiplies the score of pages that use a template. */
export const boostTemplates: Keyword = {
  names: ['boost-templates'],
  value: 'word',
  apply({ value }) {
    const weights = new Map<string, number>();
    for (const [, name = '', percent] of value.matchAll(/([^|]+)\|(\d{1,9})% ?/g))
      if (weights.size < MAX_TEMPLATES) weights.set(name.replaceAll('_', ' '), Number(percent) / 100);
    const scoreFunctions: ScoreFunction[] = [...weights].map(([name, weight]) => ({ weight, filter: match('template', name) }));
    return { scoreFunctions };
  },
};
