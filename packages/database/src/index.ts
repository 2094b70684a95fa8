// Re-exported so that all packages use the same copy of Kysely.
export { expressionBuilder, sql } from 'kysely';
export { PRIVATE } from './absent.ts';
export { serverAddress, withoutPassword } from './address.ts';
export { type BulkOptions, type BulkRow, insertRows, inTransaction, keepJournal, RowTooLargeError } from './bulk.ts';
export type { Table } from './column.ts';
/** Builders for the columns and indexes of a `Table`. */
export * as column from './column.ts';
export { serverEngineOf } from './connect.ts';
export { databaseNames } from './database-names.ts';
export { createStatements, createTables } from './ddl.ts';
export type { EngineName, Past, ServerLag, SharedTables, State, Statement, StatementLimits, StatementObserver } from './engine.ts';
export { DatabaseUnavailableError, DatabaseUnusableError, QueryCancelledError, QueryDeadlineError } from './errors.ts';
export { ownTables } from './every-column.ts';
export { layoutOf, legacyEncodingOf, storeOf } from './executor.ts';
export { type GrantOptions, grantStatements, indexGrants } from './grants.ts';
export { fromRow, fromValue, keyColumn, type SortKey, toValue } from './keyset.ts';
export { type Layout, layoutOfRelease } from './layout/layout.ts';
export { isBefore, type LayoutRelease, RELEASES } from './layout/releases.ts';
export { type DatabaseLoad, type OpenOptions, open, type TextOptions, type WikiDatabase } from './open.ts';
export type { OuterTables } from './outer-tables.ts';
export { limitsOf, openPlain, type PlainDatabase } from './plain.ts';
export {
  byIndex,
  hashesJoins,
  hasOwnOrder,
  inJoinOrder,
  isStrictlyTyped,
  keepsStatistics,
  scansSmallTables,
  skipsDuplicates,
} from './planner.ts';
export { type Bindings, PreparedQuery, prepare } from './prepared.ts';
export { CREDENTIAL_COLUMNS, PRIVATE_COLUMNS } from './private-columns.ts';
export { binary, hexOf } from './reference.ts';
export { RequestReads } from './request-reads.ts';
export { SideDatabase } from './side-database.ts';
export type { Bound } from './slot.ts';
export { copyDatabase } from './sqlite/copy.ts';
export type { StoreOptions } from './stores.ts';
export {
  allRequirements,
  type DeclaredTables,
  isRequired,
  SERVER_REQUIREMENTS,
  SESSION_REQUIREMENTS,
  type TableRequirements,
  tableOf,
  tableRequirementsOf,
} from './table-requirements.ts';
export { type Database, type RowsOf, type TableName, tables } from './tables.ts';
export type { StoreView } from './text-storage.ts';
export { asStored, asZoned, fromStored } from './times.ts';
export { READ_COLUMNS_OF_PAGE } from './unread.ts';
export {
  afterPrefix,
  byNamespace,
  filterEquals,
  finds,
  isMoreThan,
  loadInChunks,
  startsWith,
  type TitlesByNamespace,
  whereEquals,
  whereStartsWith,
  whereTitles,
} from './where.ts';
export { retryConflicts } from './write-conflicts.ts';
export { DatabaseBusyError, type WriterLockOptions, withWriterLock } from './writer-lock.ts';
