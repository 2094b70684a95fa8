import type { Column, ColumnKind, Table } from './column.ts';
import type { EngineName } from './engine.ts';
import { everyTable } from './layout/layout.ts';
import { FIXED_TYPES } from './postgres/types.ts';
import { PRIVATE_COLUMNS } from './private-columns.ts';
import { UNREAD_COLUMNS } from './unread.ts';

export type Names = ReadonlySet<string>;
export type PresentTables = ReadonlyMap<string, ReadonlySet<string>>;

/** Tables and columns that public replicas omit: private columns, per-user tables, text tables and cache tables. */
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

/** Adds dispensable tables and columns to the present ones, so that their absence does not affect layout detection. */
export function withDispensable(found: PresentTables, dispensable: Names): PresentTables {
  const whole = new Map([...found].map(([table, columns]) => [table, new Set(columns)] as const));
  for (const name of dispensable) {
    const [table = '', column] = name.split('.');
    if (column !== undefined) whole.get(table)?.add(column);
    else if (!whole.has(table)) whole.set(table, new Set(Object.keys(everyTable[table]?.columns ?? {})));
  }
  return whole;
}

/** Returns subqueries that read missing tables as empty and missing columns as null. `written` returns the quoted name of a table. */
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

/** PostgreSQL needs a typed null. */
const nothing = (engine: EngineName, column: Column<unknown, unknown>): string =>
  engine === 'postgres' ? `cast(null as ${POSTGRES_TYPES[column.kind] ?? 'text'})` : 'null';

const POSTGRES_TYPES: { readonly [K in ColumnKind]?: string } = { ...FIXED_TYPES, serial: 'bigint' };

/** Returns the names that the database lacks. Names of the newest release that an older layout (`tables`) replaces are not missing. */
export function lackingIn(
  names: Iterable<string>,
  found: PresentTables,
  tables: Readonly<Record<string, Table>>,
  newest: Readonly<Record<string, Table>>,
  engine: EngineName,
): string[] {
  return [...names].filter(name => {
    const [table = '', column] = name.split('.');
    // On PostgreSQL, columns of `page` and `text` replace the table `searchindex`.
    if (table === 'searchindex' && engine === 'postgres')
      return !found.get('page')?.has('titlevector') || !found.get('text')?.has('textvector');
    if (Object.hasOwn(newest, table)) {
      if (!tables[table] || (column !== undefined && !Object.hasOwn(tables[table].columns, column))) return false;
    }
    return column === undefined ? !found.has(table) : !found.get(table)?.has(column);
  });
}
