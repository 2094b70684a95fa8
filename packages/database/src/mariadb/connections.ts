import type { QueryResult } from 'kysely';
import {
  type Connection,
  createConnection,
  type FieldPacket,
  type Pool,
  type PoolConnection,
  type PoolNamespace,
  type PoolOptions,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2';
import { LAG_PATIENCE } from '../engine.ts';
import type { ErrorRules } from '../server-statements.ts';
import type { Killer } from './killers.ts';
import { withLiterals } from './literals.ts';
import { convertValues } from './values.ts';

/** Returns a connection of a pool. */
export const connectionOf = (pool: Pool | PoolNamespace): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(withCause(pool, error)) : resolve(connection)));
  });

/** Last connection error of each pool. */
const failures = new WeakMap<Pool | PoolNamespace, Error>();

/** Replaces the driver's message while no server is online with that of the last connection error, which names the cause. */
function withCause(pool: Pool | PoolNamespace, error: Error): Error {
  if (codeOf(error) !== 'POOL_NONEONLINE') failures.set(pool, error);
  else error.message = failures.get(pool)?.message ?? error.message;
  return error;
}

export const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';

/** Runs a statement. `timeout`: milliseconds without a response until it fails. */
export function query<Row>(
  connection: Connection,
  sql: string,
  values: readonly unknown[] = [],
  timeout?: number,
): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  connection.query({ sql: withLiterals(sql, values), ...(timeout !== undefined && { timeout }) }, (error, rows, fields) => {
    if (error) reject(error);
    else resolve(resultOf(rows as RowDataPacket[] | ResultSetHeader, fields));
  });
  return promise;
}

function resultOf<Row>(rows: RowDataPacket[] | ResultSetHeader, fields: readonly FieldPacket[]): QueryResult<Row> {
  if (Array.isArray(rows)) {
    convertValues(rows, fields);
    return { rows: rows as Row[] };
  }
  return { rows: [], numAffectedRows: BigInt(rows.affectedRows), insertId: BigInt(rows.insertId) };
}

/** Returns a text that identifies the server of a connection. */
export async function nodeOf(connection: Connection): Promise<string> {
  const { rows } = await query(connection, IDENTITY, [], LAG_PATIENCE);
  return JSON.stringify(rows);
}

/** Variables that identify a server. MariaDB and MySQL each support some of them. */
const IDENTITY = `show global variables where variable_name in
  ('hostname', 'port', 'server_id', 'server_uuid', 'server_uid', 'pid_file', 'datadir', 'wsrep_node_name')`;

/** Opens a connection that cancels statements. Each of its own statements has a time limit. */
export async function connectKiller(settings: PoolOptions): Promise<Killer> {
  const connection = createConnection(settings);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without a listener, the `error` event of a broken connection would end the process.
  connection.on('error', reject).connect(error => (error ? reject(error) : resolve()));
  try {
    await promise;
    await query(connection, 'set names utf8mb4 collate utf8mb4_bin', [], LAG_PATIENCE);
    const run = async (sql: string, values?: readonly unknown[]) => (await query(connection, sql, values, LAG_PATIENCE)).rows;
    return { node: await nodeOf(connection), connection, run };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** Session settings. Settings of a server, account or proxy could otherwise change the meaning of statements or limit their rows. */
export const SETTINGS = [
  'set names utf8mb4 collate utf8mb4_bin',
  "session time_zone = '+00:00'",
  "session sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'",
  'session autocommit = 1',
  'session sql_auto_is_null = 0',
  'session sql_select_limit = 18446744073709551615',
  'session sql_safe_updates = 0',
  'session sql_big_selects = 1',
].join(', ');

/** Classifies the errors of read-only statements. */
export const readErrors: ErrorRules = {
  isLost: error => (error as { readonly fatal?: boolean }).fatal === true || LOST.has(codeOf(error)),
  isStopped: error => STOPPED.has(codeOf(error)),
};

/** Error codes of connections that the server closes. The driver marks other lost connections as `fatal`. */
const LOST: ReadonlySet<string> = new Set(['ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_CONNECTION_KILLED', 'ER_SERVER_LOST']);
const STOPPED: ReadonlySet<string> = new Set(['ER_QUERY_INTERRUPTED', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']);
