export { type ChangeFilter, whereChange } from './filters.ts';
export { type PatrolSight, patrolDenied, patrolSight } from './patrol.ts';
export {
  addFlags,
  addPatrol,
  addSizes,
  type ChangeRow,
  type ChangeSight,
  changeColumns,
  changeFields,
  changeSight,
  describeLogEntry,
} from './records.ts';
export { CHANGE_TYPES, type ChangeType, changeTypeName, LOG_CHANGE } from './types.ts';
