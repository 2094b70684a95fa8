import type { SharedTables } from '@wikiquery/database';
import type { Settings } from '../config/settings.ts';

/** Returns the tables that the wiki shares with other wikis; undefined if there are none. */
export const sharedTablesOf = ({
  sharedDatabase: database,
  sharedPrefix: prefix,
  sharedTables: tables,
}: Pick<Settings, 'sharedDatabase' | 'sharedPrefix' | 'sharedTables'>): SharedTables | undefined =>
  database ? { database, prefix, tables } : undefined;
