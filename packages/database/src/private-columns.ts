import { everyTable } from './layout/layout.ts';

/** The columns, `table.column`, that an account may read only where a plugin names them. */
export const PRIVATE_COLUMNS: ReadonlySet<string> = new Set(
  Object.entries(everyTable).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { traits }]) => (traits.isPrivate ? [`${table}.${column}`] : [])),
  ),
);
