import { DummyDriver, PostgresAdapter, type QueryResult } from 'kysely';
import pg from 'pg';
import { serverAddress } from '../address.ts';
import { type Engine, noIntrospector, type ServerOptions, STATE_PATIENCE, type State, type StatementLimits } from '../engine.ts';
import { DatabaseUnusableError } from '../errors.ts';
import { columnsOfKind } from '../every-column.ts';
import { runOnServer } from '../server-statements.ts';
import { SharedPools } from '../shared-pools.ts';
import { TableNames } from '../table-names.ts';
import { noteZonedTimes } from '../times.ts';
import { isPlain, PostgresCompiler } from './compiler.ts';
import { PostgresPool, readErrors } from './connections.ts';
import { type Connections, PostgresServers } from './servers.ts';

/** Engine for PostgreSQL. A statement that exceeds a limit is cancelled on the server. */
export async function postgresEngine(options: ServerOptions): Promise<Engine> {
  const { url, prefix, shared, writable, replicas } = options;
  const names = new TableNames(prefix, { shared });
  const address = serverAddress(url);
  const schema = schemaOf(address) ?? 'mediawiki';
  const servers = serversOf(options, schema);
  const errorRules = writable ? { ...readErrors, attempts: 1 } : readErrors;
  const run = <Row>(sql: string, parameters: readonly unknown[], limits: StatementLimits) =>
    runOnServer<Row>(() => servers.lend(limits.reads), { sql, parameters }, limits, errorRules);
  const sortsBytes = await firstContact(run, servers, address);

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
    run: ({ sql, parameters }, limits) => run(sql, parameters, limits),
    load: () => servers.load(),
    lags: () => servers.lags(),
    state: () => (replicas.length > 0 ? undefined : readState(run)),

    async columns() {
      const { rows } = await run<{ place: string; table: string; column: string }>(
        'select table_schema as "place", table_name as "table", column_name as "column" from information_schema.columns where table_schema in ($1, $2)',
        [schema, shared?.database ?? schema],
        {},
      );
      return names.columnsByTable(rows, schema);
    },

    close: () => servers.close(),
  };
}

const schemaOf = (address: URL): string | undefined => address.searchParams.get('schema') ?? undefined;

/** Connects to the primary and the replicas. A replica has the schema of the primary, unless its address names another one. */
function serversOf(options: ServerOptions, schema: string): PostgresServers {
  const servers = new Map<string, Connections>();
  const checks = new Map<string, Connections>();
  let primary = '';
  for (const url of [...options.replicas, options.url]) {
    const address = serverAddress(url);
    const own = schemaOf(address) ?? schema;
    address.searchParams.delete('schema');
    primary = `${address.hostname}:${address.port || 5432}`;
    if (servers.has(primary)) continue;
    servers.set(primary, connectTo(options, address.href, own));
    if (options.replicas.length > 0) checks.set(primary, connectTo({ ...options, isOwn: true, connections: 1 }, address.href, own));
  }
  return new PostgresServers({ servers, checks, primary, maxLag: options.maxLag, connections: options.connections });
}

const pools = new SharedPools<PostgresPool>();

/** Returns the connections of a wiki, which it shares with other wikis in the same database with the same account and limits. */
function connectTo({ writable, isOwn, connections, statementLimit }: ServerOptions, connectionString: string, schema: string): Connections {
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
    ...(!writable && { default_transaction_read_only: 'on', statement_timeout: String(statementLimit) }),
  };
  const config = {
    connectionString,
    application_name: 'wikiquery',
    keepAlive: true,
    max: connections,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text'),
    },
  };
  const key = isOwn ? undefined : JSON.stringify([connectionString, connections, statementLimit]);
  const { pool, release } = pools.acquire(key, () => new PostgresPool(config, settings));
  // Writes must not reach tables of another wiki in the schema `public`.
  const searchPath = writable ? quoted(schema) : `${quoted(schema)}, public`;
  const tenant = pool.join(searchPath, writable ? Number.POSITIVE_INFINITY : statementLimit);
  return {
    lend: () => pool.lend(tenant, resultOf),
    load: () => pool.load(tenant),
    close() {
      pool.leave(tenant);
      return release();
    },
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type Run = <Row>(sql: string, parameters: readonly unknown[], limits: StatementLimits) => Promise<QueryResult<Row>>;

/** Returns the visible transactions, or the replay position of a replica. A primary's WAL position is ahead of what statements see. */
async function readState(run: Run): Promise<State> {
  const { rows } = await run<{ state: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end as state',
    [],
    { deadline: performance.now() + STATE_PATIENCE },
  ).catch(() => ({ rows: [] }));
  return rows[0]?.state ?? undefined;
}

const bytesColumns = columnsOfKind('bytes');

function resultOf<Row>({ rows, fields, rowCount, command }: pg.QueryResult<Record<string, unknown>>): QueryResult<Row> {
  for (const { name } of fields) {
    if (bytesColumns.has(name)) for (const row of rows) row[name] = toBytes(row[name]);
  }
  noteZonedTimes(rows);
  return command === 'SELECT' ? { rows: rows as Row[] } : { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
}

/** Reads bytes from text columns, where they are stored as UTF-8 or as `\x` with hexadecimal digits. */
function toBytes(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex') : Buffer.from(value);
}

const toDigits = (value: string): string => (value.endsWith('infinity') ? value : value.replaceAll(/[-: ]/g, '').slice(0, 14));

/** Parsers by type OID: timestamptz, timestamp, int8 and numeric. */
const parsers: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [1184, toDigits],
  [1114, toDigits],
  [20, Number],
  [1700, Number],
]);

/** Checks the connection. Returns whether the database collation is bytewise. */
async function firstContact(run: Run, servers: PostgresServers, { host, pathname }: URL): Promise<boolean> {
  try {
    await servers.checkLag();
    const { rows } = await run<{ collation: string }>(
      'select datcollate as collation from pg_database where datname = current_database()',
      [],
      {},
    );
    return ['C', 'POSIX', 'C.UTF-8', 'C.UTF8', 'C.utf8'].includes(rows[0]?.collation ?? '');
  } catch (error) {
    await servers.close();
    throw new DatabaseUnusableError(
      `The PostgreSQL database ${pathname.slice(1)} at ${host} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
