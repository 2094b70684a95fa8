import { NS } from '@wikiquery/core';
import { terms } from '../clauses.ts';
import type { Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

/** `deepcategory:Name`: pages in a category or in one of its subcategories. */
export const deepcategory: Keyword = {
  names: ['deepcategory', 'deepcat'],
  value: 'word',
  isLocal: true,
  maxCalls: 5,
  async apply({ value }, { titles, lookups }) {
    const category = titles.make(NS.CATEGORY, value);
    if (!category)
      return { isImpossible: true, warnings: [cirrusMessage('feature-deepcat-invalid-title', 'The name of the category is invalid.')] };
    const { categories, isCut } = await lookups.categoryTree(category.dbkey);
    const names = categories.map(name => name.replaceAll('_', ' '));
    return { filter: terms('category.lowercase_keyword', names), warnings: isCut ? [TOO_MANY] : [] };
  },
};

const TOO_MANY = cirrusMessage('feature-deepcat-toomany', 'The category has too many subcategories. Only some of them are searched.');
