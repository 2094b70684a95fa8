import { column, type Database, ownTables, type RowsOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';

const { binary, expiry, flag, timestamp, tinyint, uint } = column;

/** Definitions of FlaggedRevs' tables, for the types of queries and for creating the tables in tests. */
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

/** Returns the database with the types of FlaggedRevs' tables. */
export const flaggedPages = (db: Kysely<Database>) => db.withTables<RowsOf<typeof FLAGGED_TABLES>>();
