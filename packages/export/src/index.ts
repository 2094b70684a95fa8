export { run } from './command.ts';
export { type ExportOptions, exportRows } from './export-rows.ts';
export type { Format } from './formats.ts';
