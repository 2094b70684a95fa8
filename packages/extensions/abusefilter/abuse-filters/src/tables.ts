import { column, type Database, ownTables, type RowsOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';

const { bigint, binary, blob, flag, int, serial, timestamp, tinyint, uint, varchar } = column;

/** Definitions of AbuseFilter's tables, for the types of queries and for creating the tables in tests. */
export const ABUSE_FILTER_TABLES = ownTables({
  abuse_filter: {
    columns: {
      af_id: serial('bigint'),
      af_pattern: blob(),
      af_actor: bigint(),
      af_timestamp: timestamp(),
      af_enabled: flag().default(1),
      af_comments: blob().null(),
      af_public_comments: blob().null(),
      af_hidden: tinyint().default(0),
      af_hit_count: int().default(0),
      af_deleted: flag().default(0),
      af_actions: varchar(255).default(''),
      af_global: flag().default(0),
    },
    primaryKey: ['af_id'],
    indexes: { af_actor: { kind: 'plain', parts: ['af_actor'] } },
  },
  abuse_filter_log: {
    columns: {
      afl_id: serial('bigint'),
      afl_global: flag(),
      afl_filter_id: bigint(),
      afl_user: bigint(),
      afl_user_text: binary(255),
      afl_ip_hex: varchar(35).default(''),
      afl_action: binary(255),
      afl_actions: binary(255),
      afl_var_dump: blob(),
      afl_timestamp: timestamp(),
      afl_namespace: int(),
      afl_title: binary(255),
      afl_deleted: tinyint().default(0),
      afl_rev_id: uint().null(),
    },
    primaryKey: ['afl_id'],
    indexes: {
      afl_filter_timestamp_full: { kind: 'plain', parts: ['afl_global', 'afl_filter_id', 'afl_timestamp'] },
      afl_user_timestamp: { kind: 'plain', parts: ['afl_user', 'afl_user_text', 'afl_timestamp'] },
      afl_timestamp: { kind: 'plain', parts: ['afl_timestamp'] },
      afl_page_timestamp: { kind: 'plain', parts: ['afl_namespace', 'afl_title', 'afl_timestamp'] },
    },
  },
});

/** Returns the database with the types of AbuseFilter's tables. */
export const abuseFilters = (db: Kysely<Database>) => db.withTables<RowsOf<typeof ABUSE_FILTER_TABLES>>();
