import type { Column, ColumnKind, Table } from './column.ts';
import type { EngineName } from './engine.ts';
import { everyTable } from './layout/layout.ts';
import { FIXED_TYPES } from './postgres/types.ts';
import { PRIVATE_COLUMNS } from './private-columns.ts';
import { UNREAD_COLUMNS } from './unread.ts';

/** Tables, and columns as `table.column`. */
export type Names = ReadonlySet<string>;
/** What a database has: tables with their columns. */
export type PresentTables = ReadonlyMap<string, ReadonlySet<string>>;

/** Columns and tables that public replicas lack: private columns, per-user tables, text tables and cache tables. */
export const PRIVATE: Names = new Set([
  'bot_passwords',
  'job',
  'querycache',
  'querycache_info',
  'querycachetwo',
  'searchindex',
  'text',
  'uploadstash',
  'user_newtalk',
  'user_properties',
  'watchlist',
  'watchlist_expiry',
  ...PRIVATE_COLUMNS,
]);

/** As if the database had what it may do without, so that the rest says whose tables these are. */
export function completed(found: PresentTables, dispensable: Names): PresentTables {
  const whole = new Map([...found].map(([table, columns]) => [table, new Set(columns)] as const));
  for (const name of dispensable) {
    const [table = '', column] = name.split('.');
    if (column !== undefined) whole.get(table)?.add(column);
    else if (!whole.has(table)) whole.set(table, new Set(Object.keys(everyTable[table]?.columns ?? {})));
  }
  return whole;
}

/**
 * What statements read in the place of tables that are not there, or not whole: no rows, and null in the columns. By table, a query in parentheses; `written`
 * gives the name that a table has in SQL.
 */
export function substitutesFor(
  engine: EngineName,
  tables: Readonly<Record<string, Table>>,
  found: PresentTables,
  dispensable: Names,
  written: (table: string) => string,
): ReadonlyMap<string, string> {
  const quote = (name: string): string => (engine === 'mariadb' ? `\`${name}\`` : `"${name}"`);
  const substitutes = new Map<string, string>();
  for (const [table, { columns }] of Object.entries(tables)) {
    const present = found.get(table);
    const isRead = (name: string): boolean => dispensable.has(name) && !UNREAD_COLUMNS.has(name);
    const missing = Object.keys(columns).filter(column => !present?.has(column) && (!present || isRead(`${table}.${column}`)));
    if (missing.length === 0 || !(present || dispensable.has(table))) continue;
    const parts = Object.entries(columns).flatMap(([column, of]) => {
      if (missing.includes(column)) return [`${nothing(engine, of)} as ${quote(column)}`];
      return present?.has(column) ? [quote(column)] : [];
    });
    const rows = present ? `from ${written(table)}` : engine === 'mariadb' ? 'from dual where 1 = 0' : 'where 1 = 0';
    substitutes.set(table, `(select ${parts.join(', ')} ${rows})`);
  }
  return substitutes;
}

/** PostgreSQL compares values of one type only. */
const nothing = (engine: EngineName, column: Column<unknown, unknown>): string =>
  engine === 'postgres' ? `cast(null as ${POSTGRES_TYPES[column.kind] ?? 'text'})` : 'null';

const POSTGRES_TYPES: { readonly [K in ColumnKind]?: string } = { ...FIXED_TYPES, serial: 'bigint' };

/**
 * Those of the names that the database has not. What this layout keeps in another form counts as there: the layout was recognized by it. `tables` are
 * those of the layout, `newest` those that modules are written for; any other table is a module's own.
 */
export function lackingIn(
  names: Iterable<string>,
  found: PresentTables,
  tables: Readonly<Record<string, Table>>,
  newest: Readonly<Record<string, Table>>,
  engine: EngineName,
): string[] {
  return [...names].filter(name => {
    const [table = '', column] = name.split('.');
    // PostgreSQL keeps its words beside titles and texts.
    if (table === 'searchindex' && engine === 'postgres')
      return !found.get('page')?.has('titlevector') || !found.get('text')?.has('textvector');
    if (Object.hasOwn(newest, table)) {
      if (!tables[table] || (column !== undefined && !Object.hasOwn(tables[table].columns, column))) return false;
    }
    return column === undefined ? !found.has(table) : !found.get(table)?.has(column);
  });
}
