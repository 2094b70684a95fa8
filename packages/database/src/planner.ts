import { type Expression, ExpressionWrapper, type Kysely, PostgresAdapter, RawNode, SqliteAdapter } from 'kysely';
import { MariadbAdapter } from './mariadb/adapter.ts';
import type { Database } from './tables.ts';

/** Whether `select distinct` skips from value to value in an index instead of reading all rows. */
export const skipsDuplicates = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof MariadbAdapter;

/** Whether the engine chooses between indexes by statistics. SQLite prefers the index with more columns in the conditions. */
export const keepsStatistics = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter);

/** Whether the order of rows without ORDER BY is unpredictable. On SQLite it follows from the conditions in MediaWiki's query. */
export const hasOwnOrder = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter);

/** Whether comparing numbers with non-numeric text fails. MariaDB uses the text's leading number; on SQLite, text is greater than numbers. */
export const isStrictlyTyped = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the engine scans a table of a few pages in physical order (`ctid`) instead of using an index. */
export const scansSmallTables = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether joins may read a whole table unless a subquery with an offset prevents it. */
export const hashesJoins = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Requests that tables are read in join order. Only MariaDB's compiler uses `joinsInOrder`. */
export interface JoinOrderNode extends RawNode {
  readonly joinsInOrder: true;
}

/** Option for `modifyFront`: reads tables in join order, so that MariaDB uses the order of the first index instead of sorting. */
export const inJoinOrder: Expression<unknown> = new ExpressionWrapper({
  ...RawNode.createWithSql(''),
  joinsInOrder: true,
} as JoinOrderNode);

/** Names the index of the first table. Only MariaDB's compiler uses `index`. */
export interface IndexNode extends RawNode {
  readonly index: string;
}

/** Option for `modifyFront`: forces an index on MariaDB, as MediaWiki does, where its estimate would make it read all rows of a value. */
export const byIndex = (index: string): Expression<unknown> => new ExpressionWrapper({ ...RawNode.createWithSql(''), index } as IndexNode);
