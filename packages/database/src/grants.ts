import type { EngineName } from './engine.ts';
import type { Layout } from './layout/layout.ts';
import { type TableName, tables } from './tables.ts';
import { isRead, UNREAD_COLUMNS } from './unread.ts';

export interface GrantOptions {
  readonly engine: Exclude<EngineName, 'sqlite'>;
  readonly layout: Layout;
  /** The database; on PostgreSQL the schema. */
  readonly place: string;
  readonly prefix: string;
  /** Tables, and columns as `table.column`, that are read, by their names in the newest release; all that any query reads when left out. */
  readonly reads?: ReadonlySet<string> | undefined;
  /** Of what is read, the names that the database does not have; undefined where nobody could look. */
  readonly lacking?: ReadonlySet<string> | undefined;
}

/** Statements that make an account which can do no more than the server has to: to read these tables, without the columns that nobody asks for. */
export function grantStatements({ engine, layout, place, prefix, reads, lacking }: GrantOptions): string[] {
  const wanted = reads && new Set(Array.from(reads, name => name.replace(/\..*/, '')));
  // What only this layout has stands for something that is read.
  const isNamed = (table: string, column: string): boolean =>
    !reads || reads.has(table) || reads.has(`${table}.${column}`) || !hasColumn(table, column);
  const quote = (name: string): string => (engine === 'mariadb' ? `\`${name}\`` : `"${name}"`);
  const account = engine === 'mariadb' ? "'wikiquery'@'%'" : 'wikiquery';
  const grant = (table: string, columns: readonly string[]): string =>
    `grant select${columns.length > 0 ? ` (${columns.map(quote).join(', ')})` : ''} on ${quote(place)}.${quote(prefix + table)} to ${account};`;
  const own = Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    if (!isRead(table, wanted) || (engine === 'postgres' && table === 'searchindex')) return [];
    const names = [...Object.keys(columns), ...(engine === 'postgres' && table === 'page' ? ['titlevector'] : [])];
    const read = names.filter(column => !UNREAD_COLUMNS.has(`${table}.${column}`) && isNamed(table, column));
    return [grant(table, read.length === names.length ? [] : read)];
  });
  const others = Array.from(ofExtensions(reads ?? [], lacking), ([table, columns]) => grant(table, columns));
  const grants = [
    ...own,
    ...(lacking || others.length === 0 ? others : [`-- Of extensions, where the wiki has them:`, ...others.map(each => `-- ${each}`)]),
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
    `grant usage on schema ${quote(place)} to ${account};`,
    ...grants,
  ];
}

/** Statements that let an account of its own write an index for searches, a database or on PostgreSQL a schema, which the other account reads. */
export function indexGrants(engine: GrantOptions['engine'], place: string): string[] {
  if (engine === 'mariadb') {
    const all = 'select, insert, update, delete, create, drop, index';
    return [
      `create user 'wikiquery_index'@'%' identified by 'PASSWORD';`,
      `grant ${all} on \`${place}\`.* to 'wikiquery_index'@'%';`,
      `grant select on \`${place}\`.* to 'wikiquery'@'%';`,
    ];
  }
  return [
    `create role wikiquery_index login password 'PASSWORD';`,
    `create schema "${place}" authorization wikiquery_index;`,
    `grant usage on schema "${place}" to wikiquery;`,
    `alter default privileges for role wikiquery_index in schema "${place}" grant select on tables to wikiquery;`,
  ];
}

/** The tables that MediaWiki itself does not have, each with the columns that are read; none of them where it is read as a whole. */
function ofExtensions(reads: Iterable<string>, lacking: ReadonlySet<string> = new Set()): ReadonlyMap<string, readonly string[]> {
  const names = [...reads].filter(name => !lacking.has(name)).map(name => name.split('.') as [table: string, column?: string]);
  const others = names.filter(([table]) => !Object.hasOwn(tables, table) && !lacking.has(table));
  const byTable = Map.groupBy(others, ([table]) => table);
  return new Map(
    [...byTable.keys()].sort().map(table => {
      const named = byTable.get(table) ?? [];
      const columns = [...new Set(named.flatMap(([, column]) => column ?? []))].sort();
      return [table, columns.length < named.length ? [] : columns];
    }),
  );
}

const hasColumn = (table: string, column: string): boolean =>
  Object.hasOwn(tables, table) && Object.hasOwn(tables[table as TableName].columns, column);
