import { type Cursor, Pages, p, Records } from '@wikiquery/core';
import { column, type Database, ownTables, type RowsOf } from '@wikiquery/database';
import { toPageRow } from '@wikiquery/pages';
import type { Kysely } from 'kysely';

const { binary, expiry, flag, timestamp, tinyint, uint } = column;

/** The tables of FlaggedRevs that are read. */
export const FLAGGED_TABLES = ownTables({
  flaggedpages: {
    columns: {
      fp_page_id: uint(),
      fp_reviewed: flag().default(0),
      fp_pending_since: timestamp().null(),
      fp_stable: uint(),
      fp_quality: tinyint().null(),
    },
    primaryKey: ['fp_page_id'],
    indexes: {
      fp_reviewed_page: { kind: 'plain', parts: ['fp_reviewed', 'fp_page_id'] },
      fp_quality_page: { kind: 'plain', parts: ['fp_quality', 'fp_page_id'] },
      fp_pending_since: { kind: 'plain', parts: ['fp_pending_since'] },
    },
  },
  flaggedpage_config: {
    columns: { fpc_page_id: uint(), fpc_override: flag(), fpc_level: binary(60).null(), fpc_expiry: expiry() },
    primaryKey: ['fpc_page_id'],
    indexes: { fpc_expiry: { kind: 'plain', parts: ['fpc_expiry'] } },
  },
});

export const flaggedPages = (db: Kysely<Database>) => db.withTables<RowsOf<typeof FLAGGED_TABLES>>();

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
