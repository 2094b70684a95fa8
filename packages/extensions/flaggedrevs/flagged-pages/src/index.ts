import { p } from '@wikiquery/core';

export { FLAGGED_TABLES, flaggedPages } from './tables.ts';

/** Whether redirects are listed. */
export const filterredir = p.enum(['redirects', 'nonredirects', 'all']).default('all').help('Include or exclude redirects.');

export const isRedirect = (filter: 'redirects' | 'nonredirects' | 'all'): number | undefined =>
  filter === 'all' ? undefined : Number(filter === 'redirects');
