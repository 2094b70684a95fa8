import { DummyDriver, PostgresAdapter, type QueryResult } from 'kysely';
import pg from 'pg';
import { serverAddress } from '../address.ts';
import {
  type Engine,
  LAG_PATIENCE,
  noIntrospector,
  type ServerLag,
  type ServerOptions,
  STATE_PATIENCE,
  type State,
  type StatementLimits,
} from '../engine.ts';
import { DatabaseUnusableError } from '../errors.ts';
import { columnsOfKind } from '../every-column.ts';
import { runOnServer } from '../server-statements.ts';
import { TableNames } from '../table-names.ts';
import { noteZonedTimes } from '../times.ts';
import { isPlain, PostgresCompiler } from './compiler.ts';
import { PostgresPool, reading } from './connections.ts';

/** PostgreSQL. A statement that meets a limit is cancelled on the server. Behind several servers stands a proxy: the driver knows only one. */
export async function postgresEngine({
  url,
  prefix,
  shared,
  writable,
  connections,
  replicas,
  statementLimit,
}: ServerOptions): Promise<Engine> {
  if (replicas.length > 0) {
    throw new DatabaseUnusableError(
      'Replicas of a PostgreSQL database are reached through a proxy such as HAProxy: give its address as that of the database, and no replicas.',
    );
  }
  const names = new TableNames(prefix, { shared });
  const address = serverAddress(url);
  const schema = address.searchParams.get('schema') ?? 'mediawiki';
  address.searchParams.delete('schema');
  // Settings of the server, the database or the account must not change the meaning of statements.
  const settings = {
    client_encoding: 'UTF8',
    standard_conforming_strings: 'on',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
    bytea_output: 'hex',
    extra_float_digits: '1',
    array_nulls: 'on',
    transform_null_equals: 'off',
    default_transaction_isolation: 'read committed',
    // Writes must not reach tables of another wiki in \`public\`.
    search_path: writable ? quoted(schema) : `${quoted(schema)}, public`,
    ...(!writable && { default_transaction_read_only: 'on', statement_timeout: String(statementLimit) }),
  };
  const pool = new PostgresPool(
    {
      connectionString: address.href,
      application_name: 'wikiquery',
      keepAlive: true,
      max: connections,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text'),
      },
    },
    settings,
    writable ? Number.POSITIVE_INFINITY : statementLimit,
  );
  const lend = () => pool.lend(resultOf);
  const manners = writable ? { ...reading, attempts: 1 } : reading;
  const ask = <Row>(sql: string, parameters: readonly unknown[], limits: StatementLimits) =>
    runOnServer<Row>(lend, { sql, parameters }, limits, manners);
  const sortsBytes = await firstContact(ask, pool, address);

  return {
    name: 'postgres',
    names,
    views: async () => new Set(),
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new PostgresCompiler(names, sortsBytes),
    },
    isPlain,
    run: ({ sql, parameters }, limits) => ask(sql, parameters, limits),
    load: () => pool.load,
    lags: () => readLag(ask),
    state: () => readState(ask),

    async columns() {
      const { rows } = await ask<{ place: string; table: string; column: string }>(
        'select table_schema as "place", table_name as "table", column_name as "column" from information_schema.columns where table_schema in ($1, $2)',
        [schema, shared?.database ?? schema],
        {},
      );
      return names.columnsByTable(rows, schema);
    },

    close: () => pool.close(),
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Ask = <Row>(sql: string, parameters: readonly unknown[], limits: StatementLimits) => Promise<QueryResult<Row>>;

/**
 * Which transactions statements see: nothing changes without one. A copy does not know that as well, but tells how far it has replayed what it received, when
 * statements see that already. (The position of a server that writes is no such thing: it is ahead of what statements see.)
 */
async function readState(ask: Ask): Promise<State> {
  const { rows } = await ask<{ state: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end as state',
    [],
    { deadline: performance.now() + STATE_PATIENCE },
  ).catch(() => ({ rows: [] }));
  return rows[0]?.state ?? undefined;
}

/**
 * A copy that has replayed everything it received is not behind, however long ago the last change was, as long as it still receives.
 * `receiving` is the process that does; everybody may see whether it is there.
 */
async function readLag(ask: Ask): Promise<ServerLag[]> {
  const { rows } = await ask<{ host: string | null; copies: boolean; seconds: number | null }>(
    `select host(inet_server_addr()) as host, pg_is_in_recovery() as copies,
      case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver) then 0
      else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as seconds`,
    [],
    { deadline: performance.now() + LAG_PATIENCE },
  );
  return rows.map(({ host, copies, seconds }) => ({
    host: host ?? '',
    seconds: copies ? (seconds ?? Number.POSITIVE_INFINITY) : undefined,
  }));
}

const bytesColumns = columnsOfKind('bytes');

function resultOf<Row>({ rows, fields, rowCount, command }: pg.QueryResult<Record<string, unknown>>): QueryResult<Row> {
  for (const { name } of fields) {
    if (bytesColumns.has(name)) for (const row of rows) row[name] = toBytes(row[name]);
  }
  noteZonedTimes(rows);
  return command === 'SELECT' ? { rows: rows as Row[] } : { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
}

/** MediaWiki's columns for bytes are text here; bytes stand in it as `\x` and hexadecimal digits. */
function toBytes(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : Buffer.from(value);
}

const toDigits = (value: string): string => (value.endsWith('infinity') ? value : value.replaceAll(/[-: ]/g, '').slice(0, 14));

/** By type id: timestamptz and timestamp, int8, numeric. */
const parsers: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [1184, toDigits],
  [1114, toDigits],
  [20, Number],
  [1700, Number],
]);

/** Whether text sorts by bytes here as it does in MediaWiki's other databases; also the first contact with the server. */
async function firstContact(ask: Ask, pool: PostgresPool, { host, pathname }: URL): Promise<boolean> {
  try {
    const { rows } = await ask<{ collation: string }>(
      'select datcollate as collation from pg_database where datname = current_database()',
      [],
      {},
    );
    return ['C', 'POSIX', 'C.UTF-8', 'C.UTF8', 'C.utf8'].includes(rows[0]?.collation ?? '');
  } catch (error) {
    await pool.close();
    throw new DatabaseUnusableError(
      `The PostgreSQL database ${pathname.slice(1)} at ${host} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
