import { everyTable } from './layout/layout.ts';

/** Columns, as `table.column`, that the database account may read only if a plugin names them explicitly. */
export const PRIVATE_COLUMNS: ReadonlySet<string> = new Set(
  Object.entries(everyTable).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { traits }]) => (traits.isPrivate ? [`${table}.${column}`] : [])),
  ),
);
