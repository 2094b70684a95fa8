import type { SharedTables } from '@wikiquery/database';
import type { Settings } from './settings.ts';

/** The tables that the wiki shares with others; undefined where it shares none. */
export const sharedTablesOf = ({
  sharedDatabase: database,
  sharedPrefix: prefix,
  sharedTables: tables,
}: Pick<Settings, 'sharedDatabase' | 'sharedPrefix' | 'sharedTables'>): SharedTables | undefined =>
  database ? { database, prefix, tables } : undefined;
