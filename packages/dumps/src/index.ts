export { type ImportOptions, SourceError, STEPS, type Step } from './context.ts';
export { type FollowOptions, type FollowReport, followWiki } from './follow/follow.ts';
export { type ImportReport, importSources, NoRoomError } from './import.ts';
export { countText, type Progress, terminalProgress } from './progress.ts';
