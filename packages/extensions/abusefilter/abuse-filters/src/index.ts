export { ABUSE_FILTER_TABLES, abuseFilters } from './tables.ts';
export { type FilterFlags, type FilterVisibility, filterVisibility, flagsOf, UNKNOWN_FILTER } from './visibility.ts';
