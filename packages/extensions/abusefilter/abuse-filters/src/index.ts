export { type FilterFlags, type FilterSight, filterSight, flagsOf, UNKNOWN_FILTER } from './sight.ts';
export { ABUSE_FILTER_TABLES, abuseFilters } from './tables.ts';
