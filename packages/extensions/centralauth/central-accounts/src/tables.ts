import { column, type Database, ownTables, type RowsOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';

const { binary, blob, expiry, int, oneOf, serial, timestamp, tinyint, uint, varchar } = column;

/** Definitions of CentralAuth's tables, for the types of queries and for creating the tables in tests. */
export const CENTRAL_TABLES = ownTables({
  globaluser: {
    columns: {
      gu_id: serial(),
      gu_name: binary(255).null(),
      gu_home_db: binary(255).null(),
      gu_locked: tinyint().default(0),
      gu_hidden_level: int().default(0),
      gu_registration: timestamp().null(),
    },
    primaryKey: ['gu_id'],
    indexes: { gu_name: { kind: 'unique', parts: ['gu_name'] } },
  },
  global_user_groups: {
    columns: { gug_user: uint(), gug_group: varchar(255), gug_expiry: expiry().null() },
    primaryKey: ['gug_user', 'gug_group'],
    indexes: { gug_group: { kind: 'plain', parts: ['gug_group'] } },
  },
  global_group_permissions: {
    columns: { ggp_group: varchar(255), ggp_permission: varchar(255) },
    primaryKey: ['ggp_group', 'ggp_permission'],
    indexes: { ggp_permission: { kind: 'plain', parts: ['ggp_permission'] } },
  },
  global_group_restrictions: {
    columns: { ggr_group: varchar(255), ggr_set: int() },
    primaryKey: ['ggr_group'],
    indexes: { ggr_set: { kind: 'plain', parts: ['ggr_set'] } },
  },
  wikiset: {
    columns: { ws_id: serial(), ws_name: varchar(255), ws_type: oneOf('optin', 'optout').null(), ws_wikis: blob() },
    primaryKey: ['ws_id'],
    indexes: { ws_name: { kind: 'unique', parts: ['ws_name'] } },
  },
  localuser: {
    columns: {
      lu_wiki: binary(255),
      lu_name: binary(255),
      lu_attached_timestamp: timestamp().null(),
      lu_attached_method: oneOf('primary', 'empty', 'mail', 'password', 'admin', 'new', 'login').null(),
      lu_local_id: uint().null(),
      lu_global_id: uint().null(),
    },
    primaryKey: ['lu_wiki', 'lu_name'],
    indexes: { lu_name_wiki: { kind: 'plain', parts: ['lu_name', 'lu_wiki'] } },
  },
  localnames: {
    columns: { ln_wiki: binary(255), ln_name: binary(255) },
    primaryKey: ['ln_wiki', 'ln_name'],
    indexes: { ln_name_wiki: { kind: 'plain', parts: ['ln_name', 'ln_wiki'] } },
  },
  global_edit_count: {
    columns: { gec_user: int(), gec_count: int() },
    primaryKey: ['gec_user'],
    indexes: {},
  },
});

/** Returns the database with the types of CentralAuth's tables. */
export const centralAccounts = (db: Kysely<Database>) => db.withTables<RowsOf<typeof CENTRAL_TABLES>>();
