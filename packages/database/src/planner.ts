import { type Expression, ExpressionWrapper, type Kysely, PostgresAdapter, RawNode, SqliteAdapter } from 'kysely';
import { MariadbAdapter } from './mariadb/adapter.ts';
import type { Database } from './tables.ts';

/** Whether the engine carries out `select distinct` by jumping from value to value in an index. The others read all rows of each value. */
export const skipsDuplicates = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof MariadbAdapter;

/**
 * Whether the engine keeps count of what the columns hold, and so chooses between two indexes by the rows that they leave. SQLite takes the
 * one with more columns in the conditions.
 */
export const keepsStatistics = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter);

/**
 * Whether rows of which no order is asked come as the engine likes, which MediaWiki passes on. Those of SQLite follow the conditions: the
 * order depends on how MediaWiki writes these down.
 */
export const hasOwnOrder = (db: Kysely<Database>): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter);

/** Whether the engine refuses to compare numbers with a text that is none. MariaDB reads the number that the text begins with; in SQLite texts are greater. */
export const isStrictlyTyped = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the engine reads a table of a few pages from top to bottom, as the rows lie (`ctid`), where the others look into an index. */
export const scansSmallTables = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Whether the engine may read a whole table to join some rows with it, unless a subquery with an offset stands in its way. */
export const hashesJoins = (db: Kysely<Database>): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** Says that the tables are to be read in the order in which they are joined. Only MariaDB has to be told; its compiler looks for `joinsInOrder`. */
export interface JoinOrderNode extends RawNode {
  readonly joinsInOrder: true;
}

/** For `modifyFront`: the index of the first table gives the order of the rows, which MariaDB would rather sort. */
export const inJoinOrder: Expression<unknown> = new ExpressionWrapper({
  ...RawNode.createWithSql(''),
  joinsInOrder: true,
} as JoinOrderNode);

/** Says which index gives the rows of the first table. Only MariaDB has to be told; its compiler looks for `index`. */
export interface IndexNode extends RawNode {
  readonly index: string;
}

/**
 * For `modifyFront`: where a value and a range of the next column are wanted, MariaDB may look at all rows of the value, because it deems them as
 * few. MediaWiki names the same indexes.
 */
export const byIndex = (index: string): Expression<unknown> => new ExpressionWrapper({ ...RawNode.createWithSql(''), index } as IndexNode);
