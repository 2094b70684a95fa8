export { type ImportOptions, type ImportReport, importSources, STEPS, type Step } from './import.ts';
export { type Progress, terminalProgress } from './progress.ts';
