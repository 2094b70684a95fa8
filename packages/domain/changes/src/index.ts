export { type ChangeFilter, whereChange, whereVisible } from './filters.ts';
export { type PatrolVisibility, patrolDenied, patrolVisibility } from './patrol.ts';
export { type PropSelection, propReader } from './prop-selection.ts';
export {
  addFacts,
  addPage,
  addPatrol,
  type ChangeRow,
  changeColumns,
  changeFields,
  changeVisibility,
  describeLogEntry,
} from './records.ts';
export { selectRequestedColumns } from './select.ts';
export { CHANGE_SOURCES, type ChangeType, changeTypeName, LOG_CHANGE, sourcesOf } from './types.ts';
