export { importSqlDump } from './import.ts';
export { settleSqlDumps } from './settle.ts';
