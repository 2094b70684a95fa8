import { match, multiMatch } from '../clauses.ts';
import { type HighlightFields, optionsOf, PRIORITY } from '../highlight.ts';
import type { Keyword } from '../keyword.ts';

/** `subpageof:"Parent page"`: subpages of a page. `subpageof:Text*` is any title with this beginning. */
export const subpageof: Keyword = {
  names: ['subpageof'],
  value: 'word',
  apply({ value, isNegated }, { index }) {
    if (value === '') return {};
    const beginning = value.endsWith('*') ? value.slice(0, -1) : value.endsWith('/') ? value : `${value}/`;
    const filter = multiMatch(['title.prefix', 'redirect.title.prefix'], beginning);
    if (isNegated) return { filter };
    const highlights: HighlightFields = Object.fromEntries(
      (['title', 'redirect'] as const).map(target => {
        const field = target === 'title' ? 'title.prefix' : 'redirect.title.prefix';
        const options = { ...optionsOf(field, index.hasHighlighter), highlight_query: match(field, beginning) };
        return [field, { target, priority: PRIORITY.keyword, options }];
      }),
    );
    return { filter, highlights };
  },
};
