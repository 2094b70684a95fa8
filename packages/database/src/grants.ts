import type { EngineName } from './engine.ts';
import { type Layout, layoutOf } from './layout.ts';
import { isRead, UNREAD_COLUMNS } from './unread.ts';

export interface GrantOptions {
  readonly engine: Exclude<EngineName, 'sqlite'>;
  readonly generation: Layout['generation'];
  /** The database; on PostgreSQL the schema. */
  readonly place: string;
  readonly prefix: string;
  /** Tables that are read, by their names in the newest generation; all that any query reads when left out. */
  readonly tables?: ReadonlySet<string> | undefined;
}

/** Statements that make an account which can do no more than the server has to: to read these tables, without the columns that nobody asks for. */
export function grantStatements({ engine, generation, place, prefix, tables: wanted }: GrantOptions): string[] {
  const quote = (name: string): string => (engine === 'mariadb' ? `\`${name}\`` : `"${name}"`);
  const account = engine === 'mariadb' ? "'wikiquery'@'%'" : 'wikiquery';
  const grants = Object.entries(layoutOf(generation).tables).flatMap(([table, { columns }]) => {
    if (!isRead(table, wanted) || (engine === 'postgres' && table === 'searchindex')) return [];
    const names = [...Object.keys(columns), ...(engine === 'postgres' && table === 'page' ? ['titlevector'] : [])];
    const read = names.filter(column => !UNREAD_COLUMNS.has(`${table}.${column}`));
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
