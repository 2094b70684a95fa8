import type { Column, Index, Table } from './column.ts';
import type { EngineName } from './engine.ts';
import { layoutOfRelease } from './layout/layout.ts';
import { type LayoutRelease, NEWEST } from './layout/releases.ts';
import { FIXED_TYPES } from './postgres/types.ts';

/** Returns the statements that create all tables and indexes of an empty wiki. Default: in the layout of the newest release. */
export const createStatements = (engine: EngineName, prefix = '', release: LayoutRelease = NEWEST): string[] =>
  createTables(engine, layoutOfRelease(release).tables, prefix);

/** Returns the statements that create the given tables and their indexes. `prefix` is the table prefix (`$wgDBprefix`). */
export const createTables = (engine: EngineName, tables: Readonly<Record<string, Table>>, prefix = ''): string[] =>
  Object.entries(tables).flatMap(([name, table]) => dialects[engine](`${prefix}${name}`, table, name));

type WriteTable = (name: string, table: Table, plainName: string) => string[];

const dialects: Readonly<Record<EngineName, WriteTable>> = {
  sqlite(name, { columns, primaryKey, indexes }, plainName) {
    if (plainName === 'searchindex') return [`create virtual table "${name}" using fts3(si_title, si_text)`];
    const counted = Object.values(columns).some(({ kind }) => kind === 'serial');
    const lines = Object.entries(columns).map(([column, of]) => `${column} ${sqliteType(of)}`);
    if (primaryKey.length > 0 && !counted) lines.push(`primary key (${primaryKey.join(', ')})`);
    return [
      `create table "${name}" (${lines.join(', ')})`,
      ...indexStatements(name, indexes, part => (typeof part === 'string' ? part : part[0])),
    ];
  },

  mariadb(name, { columns, primaryKey, indexes }, plainName) {
    const lines = Object.entries(columns).map(([column, of]) => `\`${column}\` ${mariadbType(of)}`);
    if (primaryKey.length > 0) lines.push(`primary key (${primaryKey.join(', ')})`);
    for (const [index, { kind, parts }] of Object.entries(indexes)) {
      const columnsOf = parts.map(part => (typeof part === 'string' ? part : `${part[0]}(${part[1]})`)).join(', ');
      lines.push(`${kind === 'plain' ? '' : `${kind} `}key ${index} (${columnsOf})`);
    }
    const table = plainName === 'searchindex' ? 'engine=MyISAM default charset=utf8mb4' : 'engine=InnoDB default charset=binary';
    return [`create table \`${name}\` (${lines.join(', ')}) ${table}`];
  },

  postgres(name, { columns, primaryKey, indexes }, plainName) {
    const lines = Object.entries(columns).map(([column, of]) => `${column} ${postgresType(of)}`);
    // Full-text columns that MediaWiki adds on PostgreSQL only.
    const vector = plainName === 'page' ? 'titlevector' : plainName === 'text' ? 'textvector' : undefined;
    if (vector) lines.push(`${vector} tsvector`);
    if (primaryKey.length > 0) lines.push(`primary key (${primaryKey.join(', ')})`);
    return [
      `create table "${name}" (${lines.join(', ')})`,
      ...indexStatements(name, indexes, part => (typeof part === 'string' ? part : part[0]), {
        pp_propname_sortkey_page: ' where pp_sortkey is not null',
      }),
      ...(vector ? [`create index ts2_page_${vector.slice(0, -'vector'.length)} on "${name}" using gin (${vector})`] : []),
    ];
  },
};

function indexStatements(
  table: string,
  indexes: Table['indexes'],
  write: (part: Index['parts'][number]) => string,
  conditions: Readonly<Record<string, string>> = {},
): string[] {
  return Object.entries(indexes).map(([name, { kind, parts }]) => {
    const unique = kind === 'unique' ? 'unique ' : '';
    return `create ${unique}index ${name} on "${table}" (${parts.map(write).join(', ')})${conditions[name] ?? ''}`;
  });
}

type AnyColumn = Column<unknown, unknown>;

function constraints({ traits: { nullable, initial } }: AnyColumn): string {
  const value = typeof initial === 'string' ? `'${initial}'` : initial;
  if (nullable) return ` default ${value ?? 'null'}`;
  return value === undefined ? ' not null' : ` default ${value} not null`;
}

function sqliteType(column: AnyColumn): string {
  const { kind, traits } = column;
  const unsigned = traits.unsigned ? ' UNSIGNED' : '';
  const types: Readonly<Record<Column<unknown>['kind'], string>> = {
    serial: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    bigint: `BIGINT${unsigned}`,
    int: `INTEGER${unsigned}`,
    smallint: `SMALLINT${unsigned}`,
    tinyint: `SMALLINT${unsigned}`,
    flag: 'SMALLINT',
    real: 'DOUBLE PRECISION',
    decimal: 'NUMERIC(11, 8)',
    binary: 'BLOB',
    fixed: 'BLOB',
    varchar: `VARCHAR(${traits.size})`,
    blob: 'BLOB',
    bytes: 'BLOB',
    text: 'CLOB',
    enum: 'TEXT',
    timestamp: 'BLOB',
    expiry: 'BLOB',
    datetime: 'DATETIME',
  };
  return types[kind] + constraints(column);
}

function mariadbType(column: AnyColumn): string {
  const { kind, traits } = column;
  const unsigned = traits.unsigned ? ' unsigned' : '';
  const size = typeof traits.size === 'string' ? traits.size : '';
  const types: Readonly<Record<Column<unknown>['kind'], string>> = {
    serial: `${size === 'bigint' ? 'bigint' : 'int'}${unsigned} auto_increment`,
    bigint: `bigint${unsigned}`,
    int: `int${unsigned}`,
    smallint: `smallint${unsigned}`,
    tinyint: `tinyint${unsigned}`,
    flag: 'tinyint(1)',
    real: traits.unsigned ? 'double unsigned' : 'float',
    decimal: 'decimal(11, 8)',
    binary: `varbinary(${traits.size})`,
    fixed: `binary(${traits.size})`,
    varchar: `varbinary(${traits.size})`,
    blob: `${size}blob`,
    bytes: typeof traits.size === 'number' ? `varbinary(${traits.size})` : `${size}blob`,
    text: size === 'tiny' ? 'tinyblob' : 'mediumtext',
    enum: `enum(${traits.values?.map(value => `'${value}'`).join(', ')})`,
    timestamp: 'binary(14)',
    expiry: 'varbinary(14)',
    datetime: 'timestamp',
  };
  return types[kind] + constraints(column);
}

function postgresType(column: AnyColumn): string {
  const { kind, traits } = column;
  const types: Readonly<Record<Column<unknown>['kind'], string>> = {
    ...FIXED_TYPES,
    serial: traits.size === 'bigint' ? 'bigserial' : 'serial',
    binary: 'text',
    fixed: 'text',
    varchar: `varchar(${traits.size})`,
    blob: 'text',
    bytes: 'text',
    text: 'text',
    enum: 'text',
  };
  // `serial` implies a default value and `not null`.
  return types[kind] + (kind === 'serial' ? '' : constraints(column).replace(/'(\d{8})(\d{6})'/, "'$1T$2Z'"));
}
