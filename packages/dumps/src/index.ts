export { type ImportOptions, STEPS, type Step } from './context.ts';
export { type ImportReport, importSources } from './import.ts';
export { type Progress, terminalProgress } from './progress.ts';
