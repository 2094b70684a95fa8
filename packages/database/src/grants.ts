import type { EngineName, SharedTables } from './engine.ts';
import type { Layout } from './layout/layout.ts';
import { PRIVATE_COLUMNS } from './private-columns.ts';
import { tableOf } from './table-requirements.ts';
import { tables } from './tables.ts';
import { isRead, UNREAD_COLUMNS } from './unread.ts';

/** Options of `grantStatements`. */
export interface GrantOptions {
  readonly engine: Exclude<EngineName, 'sqlite'>;
  readonly layout: Layout;
  /** Database of the wiki. On PostgreSQL: its schema. */
  readonly database: string;
  readonly prefix: string;
  readonly shared?: SharedTables | undefined;
  /** Name of the account. Default: `wikiquery`. */
  readonly account?: string;
  /** Tables, and columns as `table.column`, that plugins name in terms of the newest release. Default: all that any query reads. */
  readonly reads?: ReadonlySet<string> | undefined;
  /** Private columns that are not granted, by the plugin that works without them. The statements include their grants as comments. */
  readonly withheld?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Returns those of the names that the database lacks. Undefined if the database cannot be inspected. */
  readonly lacking?: ((names: Iterable<string>) => readonly string[]) | undefined;
}

/** Returns statements that create a read-only account. It cannot read private columns that no plugin names. */
export function grantStatements({
  engine,
  layout,
  database,
  prefix,
  shared,
  account: name = 'wikiquery',
  reads,
  withheld,
  lacking,
}: GrantOptions): string[] {
  const required = reads && new Set(Array.from(reads, tableOf));
  const isThere = (name: string): boolean => !lacking || lacking([name]).length === 0;
  const isGranted = (column: string): boolean => !PRIVATE_COLUMNS.has(column) || (reads ? reads.has(column) : !UNREAD_COLUMNS.has(column));
  const quote = (name: string): string => (engine === 'mariadb' ? `\`${name}\`` : `"${name}"`);
  const account = engine === 'mariadb' ? `'${name}'@'%'` : name;
  const nameOf = (table: string): string =>
    shared?.tables.includes(table)
      ? `${quote(shared.database)}.${quote(shared.prefix + table)}`
      : `${quote(database)}.${quote(prefix + table)}`;
  const grant = (table: string, columns: readonly string[]): string =>
    `grant select${columns.length > 0 ? ` (${columns.map(quote).join(', ')})` : ''} on ${nameOf(table)} to ${account};`;
  const own = Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    if (!isRead(table, required) || (engine === 'postgres' && table === 'searchindex') || !isThere(table)) return [];
    const names = Object.keys(columns);
    const granted = names.filter(column => isGranted(`${table}.${column}`));
    return [grant(table, granted.length === names.length ? [] : granted.filter(column => isThere(`${table}.${column}`)))];
  });
  const others = Array.from(ofExtensions(reads ?? [], isThere), ([table, columns]) => grant(table, columns));
  const grants = [
    ...own,
    ...(lacking || others.length === 0
      ? others
      : [`-- Tables of extensions and plugins, if the wiki has them:`, ...others.map(each => `-- ${each}`)]),
    ...Array.from(withheld ?? [], ([plugin, columns]) => [
      `-- ${plugin} works without these columns, which include passwords or tokens. Grant them only if you need its complete results:`,
      ...Array.from(byTable([...columns].filter(isThere)), ([table, names]) => `-- ${grant(table, names)}`),
    ]).flat(),
  ];
  if (engine === 'mariadb') {
    return [
      `create user ${account} identified by 'PASSWORD';`,
      ...grants,
      '-- For maxlag and replicas. MariaDB and MySQL each read their own name of the right.',
      `grant /*M! slave monitor */ /*!80000 replication client */ on *.* to ${account};`,
    ];
  }
  return [
    `create role ${account} login password 'PASSWORD';`,
    `alter role ${account} set default_transaction_read_only = on;`,
    ...[database, ...(shared ? [shared.database] : [])].map(schema => `grant usage on schema ${quote(schema)} to ${account};`),
    ...grants,
  ];
}

/** Returns statements that create an account for writing a search index into a separate database (PostgreSQL: schema). */
export function indexGrants(engine: GrantOptions['engine'], database: string): string[] {
  if (engine === 'mariadb') {
    const all = 'select, insert, update, delete, create, drop, index';
    return [
      `create user 'wikiquery_index'@'%' identified by 'PASSWORD';`,
      `grant ${all} on \`${database}\`.* to 'wikiquery_index'@'%';`,
      `grant select on \`${database}\`.* to 'wikiquery'@'%';`,
    ];
  }
  return [
    `create role wikiquery_index login password 'PASSWORD';`,
    `create schema "${database}" authorization wikiquery_index;`,
    `grant usage on schema "${database}" to wikiquery;`,
    `alter default privileges for role wikiquery_index in schema "${database}" grant select on tables to wikiquery;`,
  ];
}

function ofExtensions(reads: Iterable<string>, isThere: (name: string) => boolean): ReadonlyMap<string, readonly string[]> {
  const others = [...reads].filter(name => !Object.hasOwn(tables, tableOf(name)) && isThere(tableOf(name)) && isThere(name));
  return byTable(others);
}

/** Returns the columns of each table in alphabetical order; an empty list if the names include the table itself. */
function byTable(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = [...Map.groupBy(names, tableOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(groups.map(([table, own]) => [table, own.includes(table) ? [] : own.map(name => name.slice(table.length + 1)).sort()]));
}
