export { run } from './command.ts';
export { run as runExport } from './dump/command.ts';
export type { DumpedWiki } from './dump/wiki.ts';
export { type DumpCounts, type DumpOptions, writeDump } from './dump/write-dump.ts';
export { type ExportOptions, exportRows } from './export-rows.ts';
export type { ExportFormat } from './formats.ts';
