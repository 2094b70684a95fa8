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
}

/** Statements that make an account which can do no more than the server has to: to read these tables, without the columns that nobody asks for. */
export function grantStatements({ engine, layout, place, prefix, reads }: GrantOptions): string[] {
  const wanted = reads && new Set(Array.from(reads, name => name.replace(/\..*/, '')));
  // What only this layout has stands for something that is read.
  const isNamed = (table: string, column: string): boolean =>
    !reads || reads.has(table) || reads.has(`${table}.${column}`) || !hasColumn(table, column);
  const quote = (name: string): string => (engine === 'mariadb' ? `\`${name}\`` : `"${name}"`);
  const account = engine === 'mariadb' ? "'wikiquery'@'%'" : 'wikiquery';
  const grants = Object.entries(layout.tables).flatMap(([table, { columns }]) => {
    if (!isRead(table, wanted) || (engine === 'postgres' && table === 'searchindex')) return [];
    const names = [...Object.keys(columns), ...(engine === 'postgres' && table === 'page' ? ['titlevector'] : [])];
    const read = names.filter(column => !UNREAD_COLUMNS.has(`${table}.${column}`) && isNamed(table, column));
    const what = read.length === names.length ? '' : ` (${read.map(quote).join(', ')})`;
    return [`grant select${what} on ${quote(place)}.${quote(prefix + table)} to ${account};`];
  });
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

const hasColumn = (table: string, column: string): boolean =>
  Object.hasOwn(tables, table) && Object.hasOwn(tables[table as TableName].columns, column);
