import { p } from '@wikiquery/core';

export { FLAGGED_TABLES, flaggedPages } from './tables.ts';

/** Parameter `filterredir`, which includes or excludes redirects. */
export const filterredir = p.enum(['redirects', 'nonredirects', 'all']).default('all').help('Include or exclude redirects.');

/** Returns the value of `page_is_redirect` that a value of `filterredir` selects; undefined selects all pages. */
export const isRedirect = (filter: 'redirects' | 'nonredirects' | 'all'): number | undefined =>
  filter === 'all' ? undefined : Number(filter === 'redirects');
