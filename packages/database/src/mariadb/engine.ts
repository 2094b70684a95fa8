import { type CompiledQuery, DummyDriver, type QueryResult } from 'kysely';
import { createPool, type Pool, type PoolConnection, type QueryOptions, type ResultSetHeader, type RowDataPacket } from 'mysql2';
import { BACKSTOP, type Engine, type Limits, noIntrospector, remaining, type ServerOptions, watch } from '../engine.ts';
import { DatabaseUnusableError } from '../errors.ts';
import { TableNames } from '../table-names.ts';
import { columnsOfKind } from '../tables.ts';
import { MariadbAdapter, MariadbCompiler } from './compiler.ts';

/** MariaDB and MySQL. A statement that meets a limit is killed on the server, through a connection of its own. */
export async function mariadbEngine({ url, prefix, writable, connections }: ServerOptions): Promise<Engine> {
  const names = new TableNames(prefix);
  const pool = createPool({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: connections,
    charset: 'UTF8MB4_BIN',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    typeCast: cast,
  });
  pool.on('connection', connection => {
    connection.query("set time_zone = '+00:00'");
    if (writable) return;
    connection.query('set session transaction read only');
    // MySQL has another name for it, and refuses this one.
    connection.query(`set session max_statement_time = ${BACKSTOP}`, () => {});
  });
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  await connectOnce(pool, url);

  return {
    name: 'mariadb',
    dialect: {
      createAdapter: () => new MariadbAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new MariadbCompiler(names),
    },

    async run<Row>({ sql, parameters }: CompiledQuery, limits: Limits): Promise<QueryResult<Row>> {
      const connection = await acquire(pool, limits);
      try {
        remaining(limits);
      } catch (error) {
        connection.release();
        throw error;
      }
      return execute(pool, connection, { sql, values: parameters as unknown[] }, limits);
    },

    async columns() {
      const [rows] = await pool
        .promise()
        .query<RowDataPacket[]>(
          'select table_name as `table`, column_name as `column` from information_schema.columns where table_schema = ?',
          [database],
        );
      const found = new Map<string, Set<string>>();
      for (const row of rows) {
        const table = String(row.table);
        if (!table.startsWith(prefix)) continue;
        const name = table.slice(prefix.length);
        found.set(name, (found.get(name) ?? new Set()).add(String(row.column)));
      }
      return found;
    },

    close: () => pool.promise().end(),
  };
}

/** Runs one statement and gives the connection back. Where a limit is met, the statement is killed and the caller told at once. */
function execute<Row>(pool: Pool, connection: PoolConnection, options: QueryOptions, limits: Limits): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  let users = 1;
  // A late KILL would hit the next statement of the connection: it is free when both have been answered.
  const free = () => {
    users -= 1;
    if (users === 0) connection.release();
  };
  const unwatch = watch(limits, error => {
    users += 1;
    reject(error);
    pool.query(`kill query ${connection.threadId}`, free);
  });
  connection.query(options, (error, rows) => {
    unwatch();
    free();
    if (error) reject(error);
    else resolve(result(rows as RowDataPacket[] | ResultSetHeader));
  });
  return promise;
}

/** Waits for a connection, but no longer than the limits allow. */
function acquire(pool: Pool, limits: Limits): Promise<PoolConnection> {
  const { promise, resolve, reject } = Promise.withResolvers<PoolConnection>();
  let late = false;
  const unwatch = watch(limits, error => {
    late = true;
    reject(error);
  });
  pool.getConnection((error, connection) => {
    unwatch();
    if (error) reject(error);
    else if (late) connection.release();
    else resolve(connection);
  });
  return promise;
}

function result<Row>(rows: RowDataPacket[] | ResultSetHeader): QueryResult<Row> {
  if (Array.isArray(rows)) return { rows: rows as Row[] };
  return { rows: [], numAffectedRows: BigInt(rows.affectedRows), insertId: BigInt(rows.insertId) };
}

const bytesColumns = columnsOfKind('bytes');

interface Field {
  readonly type: string;
  readonly name: string;
  string(): string | null;
  buffer(): Buffer | null;
}

/** MediaWiki's text columns are binary ones: they are UTF-8 all the same, unless they hold bytes. */
function cast(field: Field, next: () => unknown): unknown {
  switch (field.type) {
    case 'VAR_STRING':
    case 'STRING':
    case 'BLOB':
    case 'TINY_BLOB':
    case 'MEDIUM_BLOB':
    case 'LONG_BLOB': {
      const buffer = field.buffer();
      if (buffer === null || bytesColumns.has(field.name)) return buffer;
      // Columns of a fixed length are filled up with zero bytes.
      return buffer.at(-1) === 0 ? buffer.toString().replace(/\0+$/, '') : buffer.toString();
    }
    case 'TIMESTAMP':
    case 'DATETIME':
      return field.string()?.replaceAll(/[-: ]/g, '').slice(0, 14) ?? null;
    case 'NEWDECIMAL':
    case 'LONGLONG': {
      const text = field.string();
      return text === null ? null : Number(text);
    }
    default:
      return next();
  }
}

async function connectOnce(pool: Pool, url: string): Promise<void> {
  try {
    await pool.promise().query('select 1');
  } catch (error) {
    await pool.promise().end();
    const { host, pathname } = new URL(url);
    throw new DatabaseUnusableError(
      `The MariaDB database ${pathname.slice(1)} at ${host} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
