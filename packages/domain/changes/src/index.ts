export { type ChangeFilter, whereChange, whereSeen } from './filters.ts';
export { type PatrolVisibility, patrolDenied, patrolVisibility } from './patrol.ts';
export { type PropSelection, propReader } from './prop-selection.ts';
export {
  addFacts,
  addPatrol,
  addPlace,
  type ChangeRow,
  changeColumns,
  changeFields,
  changeVisibility,
  describeLogEntry,
} from './records.ts';
export { selectRequestedColumns } from './select.ts';
export { CHANGE_SOURCES, type ChangeType, changeTypeName, LOG_CHANGE, sourcesOf } from './types.ts';
