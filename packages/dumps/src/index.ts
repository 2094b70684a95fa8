export { type ImportOptions, STEPS, type Step } from './context.ts';
export { type ImportReport, importSources, NoRoomError } from './import.ts';
export { type Progress, terminalProgress } from './progress.ts';
