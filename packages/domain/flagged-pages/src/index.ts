import { type Cursor, Pages, p, Records } from '@wikiquery/core';
import { toPageRow } from '@wikiquery/pages';

export { FLAGGED_TABLES, flaggedPages } from './tables.ts';

/** Whether redirects are listed. */
export const filterredir = p.enum(['redirects', 'nonredirects', 'all']).default('all').help('Only redirects, or only other pages.');

export const isRedirect = (wanted: 'redirects' | 'nonredirects' | 'all'): number | undefined =>
  wanted === 'all' ? undefined : Number(wanted === 'redirects');

interface Listing<Row, R> {
  readonly asGenerator: boolean;
  readonly limit: number;
  /** Where a list begins that begins with this row. */
  cursorOf(row: Row): Cursor;
  recordOf(row: Row): R;
}

/** The pages of a list, or their records, of rows of which one more than `limit` was read: the list goes on with that one. */
export function listed<Row extends Parameters<typeof toPageRow>[0], R>(
  rows: readonly Row[],
  { asGenerator, limit, cursorOf, recordOf }: Listing<Row, R>,
): Pages | Records<R> {
  const last = rows[limit];
  const next = last && cursorOf(last);
  const shown = rows.slice(0, limit);
  if (asGenerator)
    return new Pages(
      shown.map(row => ({ row: toPageRow(row) })),
      next,
    );
  return new Records(
    shown.map(row => ({ record: recordOf(row), cursor: cursorOf(row) })),
    next,
  );
}
