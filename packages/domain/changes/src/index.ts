export { CHANGE_TYPES, type ChangeType, changeTypeName, LOG_CHANGE } from './types.ts';
export { type PatrolSight, patrolDenied, patrolSight } from './patrol.ts';
export { CHANGE_COLUMNS, type ChangeRow, type ChangeSight, changeSight, changeFields, describeFlags, describeLogEntry, describePatrol, describeSizes } from './records.ts';
export { type ChangeFilter, whereChange } from './filters.ts';
