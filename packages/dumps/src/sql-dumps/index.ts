export { isSqlDump, turnOf } from './format.ts';
export { importSqlDump } from './import.ts';
export { settleSqlDumps } from './settle.ts';
