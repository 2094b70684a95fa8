import { NS } from '@wikiquery/core';
import { match } from '../clauses.ts';
import { alternatives, type Keyword } from '../keyword.ts';
import { cirrusMessage } from '../wiki.ts';

const MAX_CATEGORIES = 100;

/** `incategory:Name|Other name|id:123`: pages in any of the categories. */
export const incategory: Keyword = {
  names: ['incategory'],
  value: 'word',
  async apply(call, { titles, lookups }) {
    const { parts, warnings } = alternatives(call, MAX_CATEGORIES);
    const ids = parts.filter(part => part.startsWith('id:'));
    const named = parts.filter(part => !part.startsWith('id:'));
    const found = await lookups.titlesOf(
      ids
        .map(id => id.slice(3))
        .filter(id => /^\d{1,9}$/.test(id))
        .map(Number),
    );
    const names = [...named, ...found.map(({ dbkey }) => dbkey)].map(name => titles.make(NS.CATEGORY, name)?.dbkey ?? name);
    if (names.length === 0)
      return {
        isImpossible: true,
        warnings: [
          ...warnings,
          cirrusMessage('incategory-feature-no-valid-categories', `"${call.name}" needs the name of a category.`, [call.name]),
        ],
      };
    return { filter: { bool: { should: names.map(name => match('category.lowercase_keyword', name.replaceAll('_', ' '))) } }, warnings };
  },
};
