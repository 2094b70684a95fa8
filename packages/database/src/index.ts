export { createStatements } from './ddl.ts';
export type { EngineName, Limits } from './engine.ts';
export { DatabaseUnusableError, QueryCancelledError, QueryDeadlineError } from './errors.ts';
export { fromRow, fromValue, type Key, keyColumn, toValue } from './keyset.ts';
export { type OpenOptions, open, type Statement, type WikiDatabase } from './open.ts';
export { inJoinOrder, keepsStatistics, skipsDuplicates } from './planner.ts';
export { binary } from './reference.ts';
export { type Database, type TableName, tables } from './tables.ts';
export { filterEquals, isMoreThan, loadInChunks, startsWith, whereEquals, whereStartsWith, whereTitles } from './where.ts';
