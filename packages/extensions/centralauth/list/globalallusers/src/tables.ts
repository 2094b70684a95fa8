import { column, ownTables, type RowsOf } from '@wikiquery/database';

const { binary, expiry, int, serial, timestamp, tinyint, uint, varchar } = column;

/** The tables of CentralAuth that are read. */
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
  localuser: {
    columns: { lu_wiki: binary(255), lu_name: binary(255), lu_local_id: uint().null(), lu_global_id: uint().null() },
    primaryKey: ['lu_wiki', 'lu_name'],
    indexes: { lu_name_wiki: { kind: 'plain', parts: ['lu_name', 'lu_wiki'] } },
  },
});

export type CentralTables = RowsOf<typeof CENTRAL_TABLES>;
