export { momentOf } from './durations.ts';
export { type BlockSpan, blockSpan, isInfinite, type LogEntry, logParams, showLogParams, timeZoneOf } from './show.ts';
export { storeLogParams } from './store.ts';
export { parseLogParams, type StoredParams } from './stored.ts';
export { logActionParam, logActions, logTypeParam, logTypes, unreadableLogTypes } from './types.ts';
