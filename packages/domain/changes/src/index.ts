export { type ChangeFilter, whereChange, whereSeen } from './filters.ts';
export { type PatrolSight, patrolDenied, patrolSight } from './patrol.ts';
export { propReader, type Tells } from './prop-selection.ts';
export {
  addFacts,
  addPatrol,
  addPlace,
  type ChangeRow,
  changeColumns,
  changeFields,
  changeSight,
  describeLogEntry,
} from './records.ts';
export { selectTold } from './select.ts';
export { CHANGE_SOURCES, type ChangeType, changeTypeName, LOG_CHANGE, sourcesOf } from './types.ts';
