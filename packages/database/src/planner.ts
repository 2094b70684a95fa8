import { type Expression, ExpressionWrapper, type Kysely, PostgresAdapter, RawNode, SqliteAdapter } from 'kysely';
import { MariadbAdapter } from './mariadb/adapter.ts';
import type { Database } from './tables.ts';

/** Whether `select distinct` skips from value to value in an index instead of reading all rows. True for MariaDB and MySQL. */
export const skipsDuplicates = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof MariadbAdapter;

/** Whether the engine chooses an index by statistics. SQLite prefers the index that covers more columns of the conditions. */
export const keepsStatistics = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter);

/** Whether the order of rows without ORDER BY is unpredictable. On SQLite, it follows from the conditions of MediaWiki's query. */
export const hasOwnOrder = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter);

/** Whether comparing a number with non-numeric text fails. MariaDB compares the text's leading number; SQLite sorts text after numbers. */
export const isStrictlyTyped = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the engine reads a table of a few pages in physical order (`ctid`) instead of through an index. */
export const scansSmallTables = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether a join may read a whole table unless a subquery with an offset prevents it. */
export const hashesJoins = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Requests that the database reads tables in the order of the joins. Only MariaDB's compiler uses `joinsInOrder`. */
export interface JoinOrderNode extends RawNode {
  readonly joinsInOrder: true;
}

/** Option for `modifyFront`: reads tables in the order of the joins, so that MariaDB uses the first table's index instead of sorting. */
export const inJoinOrder: Expression<unknown> = new ExpressionWrapper({
  ...RawNode.createWithSql(''),
  joinsInOrder: true,
} as JoinOrderNode);

/** Specifies the index of the first table. Only MariaDB's compiler uses `index`. */
export interface IndexNode extends RawNode {
  readonly index: string;
}

/** Option for `modifyFront`: forces an index on MariaDB, as MediaWiki does, if a wrong estimate would make it read all rows of a value. */
export const byIndex = (index: string): Expression<unknown> => new ExpressionWrapper({ ...RawNode.createWithSql(''), index } as IndexNode);
