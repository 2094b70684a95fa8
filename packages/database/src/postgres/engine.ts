import { type CompiledQuery, DummyDriver, PostgresAdapter, type QueryResult } from 'kysely';
import pg from 'pg';
import { BACKSTOP, type Engine, type Limits, noIntrospector, remaining, type ServerOptions, watch } from '../engine.ts';
import { DatabaseUnusableError } from '../errors.ts';
import { TableNames } from '../table-names.ts';
import { columnsOfKind } from '../tables.ts';
import { PostgresCompiler } from './compiler.ts';

/** PostgreSQL. A statement that meets a limit is cancelled on the server, through a connection of its own. */
export async function postgresEngine({ url, prefix, writable, connections }: ServerOptions): Promise<Engine> {
  const names = new TableNames(prefix);
  const address = new URL(url);
  const schema = address.searchParams.get('schema') ?? 'mediawiki';
  address.searchParams.delete('schema');
  const settings = [
    'TimeZone=UTC',
    `search_path=${schema},public`,
    ...(writable ? [] : ['default_transaction_read_only=on', `statement_timeout=${BACKSTOP}s`]),
  ];
  const pool = new pg.Pool({
    connectionString: address.href,
    max: connections,
    options: settings.map(setting => `-c ${setting}`).join(' '),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text'),
    },
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const sortsBytes = await comparesBytes(pool, address);

  return {
    name: 'postgres',
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new PostgresCompiler(names, sortsBytes),
    },

    async run<Row>({ sql, parameters }: CompiledQuery, limits: Limits): Promise<QueryResult<Row>> {
      const client = await acquire(pool, limits);
      try {
        remaining(limits);
      } catch (error) {
        client.release();
        throw error;
      }
      return execute(pool, client, sql, parameters as unknown[], limits);
    },

    async columns() {
      const { rows } = await pool.query<{ table: string; column: string }>(
        'select table_name as "table", column_name as "column" from information_schema.columns where table_schema = $1',
        [schema],
      );
      const found = new Map<string, Set<string>>();
      for (const { table, column } of rows) {
        if (!table.startsWith(prefix)) continue;
        const name = table.slice(prefix.length);
        found.set(name, (found.get(name) ?? new Set()).add(column));
      }
      return found;
    },

    close: () => pool.end(),
  };
}

/** Runs one statement and gives the connection back. Where a limit is met, the statement is cancelled and the caller told at once. */
function execute<Row>(pool: pg.Pool, client: pg.PoolClient, sql: string, parameters: unknown[], limits: Limits): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  let users = 1;
  // A late cancellation would hit the next statement of the connection: it is free when both have been answered.
  const free = () => {
    users -= 1;
    if (users === 0) client.release();
  };
  const unwatch = watch(limits, error => {
    users += 1;
    reject(error);
    pool.query('select pg_cancel_backend($1)', [(client as unknown as { processID: number }).processID]).then(free, free);
  });
  client
    .query(sql, parameters)
    .finally(() => {
      unwatch();
      free();
    })
    .then(answer => resolve(result(answer)))
    .catch(reject);
  return promise;
}

/** Waits for a connection, but no longer than the limits allow. */
function acquire(pool: pg.Pool, limits: Limits): Promise<pg.PoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
  let late = false;
  const unwatch = watch(limits, error => {
    late = true;
    reject(error);
  });
  pool.connect().then(
    client => {
      unwatch();
      if (late) client.release();
      else resolve(client);
    },
    (error: unknown) => {
      unwatch();
      reject(error);
    },
  );
  return promise;
}

const bytesColumns = columnsOfKind('bytes');

function result<Row>({ rows, fields, rowCount, command }: pg.QueryResult<Record<string, unknown>>): QueryResult<Row> {
  for (const { name } of fields) {
    if (bytesColumns.has(name)) for (const row of rows) row[name] = toBytes(row[name]);
  }
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
async function comparesBytes(pool: pg.Pool, { host, pathname }: URL): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ collation: string }>(
      'select datcollate as collation from pg_database where datname = current_database()',
    );
    return ['C', 'POSIX', 'C.UTF-8', 'C.UTF8', 'C.utf8'].includes(rows[0]?.collation ?? '');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnusableError(
      `The PostgreSQL database ${pathname.slice(1)} at ${host} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
