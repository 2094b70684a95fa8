import type { Keyword } from '../keyword.ts';
import { matchPage } from './pages-named.ts';

/** `linksto:Page`: pages that link to a page. Links to its redirects do not count. */
export const linksto: Keyword = {
  names: ['linksto'],
  value: 'word',
  apply: ({ value }, { titles }) => ({ filter: matchPage(titles, 'outgoing_link', value, '_') }),
};
