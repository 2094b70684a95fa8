import type { ColumnKind, Table } from './column.ts';
import { everyTable } from './layout/layout.ts';
import { outerTables } from './outer-tables.ts';

export const columnsOfKind = (kind: ColumnKind): ReadonlySet<string> =>
  new Set(
    Object.values({ ...outerTables, ...everyTable }).flatMap(({ columns }) =>
      Object.entries(columns).flatMap(([name, column]) => (column.kind === kind ? [name] : [])),
    ),
  );

const times = new Set((['timestamp', 'expiry', 'datetime'] as const).flatMap(kind => [...columnsOfKind(kind)]));

export const isTimeColumn = (name: string): boolean => times.has(name);

const own = new Map<string, Table>();

export const tableNamed = (name: string): Table | undefined => (Object.hasOwn(everyTable, name) ? everyTable[name] : own.get(name));

/** Registers the tables of an extension, so that they get the table prefix and their timestamps are converted like MediaWiki's. */
export function ownTables<const T extends Readonly<Record<string, Table>>>(tables: T): T {
  for (const [table, description] of Object.entries(tables)) own.set(table, description);
  for (const { columns } of Object.values(tables))
    for (const [name, { kind }] of Object.entries(columns)) if (kind === 'timestamp' || kind === 'expiry') times.add(name);
  return tables;
}
