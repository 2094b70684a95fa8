import type { ColumnKind } from './column.ts';
import { everyTable } from './layout/layout.ts';
import { outerTables } from './outer-tables.ts';

/** Names of all columns of one kind, of every release; a column's name says its table, so they are unique. */
export const columnsOfKind = (kind: ColumnKind): ReadonlySet<string> =>
  new Set(
    Object.values({ ...outerTables, ...everyTable }).flatMap(({ columns }) =>
      Object.entries(columns).flatMap(([name, column]) => (column.kind === kind ? [name] : [])),
    ),
  );
