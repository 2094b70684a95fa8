import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Statement } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { CONNECTIONS, type FloorWork } from './floor-work.ts';

type Row = Record<string, unknown>;
/** Runs a statement. */
type Run = (statement: Statement) => Row[] | Promise<Row[]>;

// A process of its own: bare HTTP, the statements of a request by the driver, and one JSON.stringify of what they read. The path is the number of
// the request.
const { database, requests } = (await json(process.stdin)) as FloorWork;
const run = driverOf(database);

const server = createServer(async (request, response) => {
  const read: Row[][] = [];
  for (const statement of requests[Number.parseInt(request.url?.slice(1) ?? '', 10)] ?? []) {
    const rows = run(statement);
    read.push((rows instanceof Promise ? await rows : rows).map(asText));
  }
  const body = JSON.stringify({ batchcomplete: true, query: read });
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

function driverOf(address: string): Run {
  if (address.startsWith('sqlite:')) return sqlite(address.slice('sqlite:'.length));
  const url = new URL(address);
  const schema = url.searchParams.get('schema');
  url.search = '';
  if (schema === null) {
    const pool = mysql.createPool({ uri: url.href.replace(/^mariadb:/, 'mysql:'), connectionLimit: CONNECTIONS });
    return async ({ sql, parameters }) => (await pool.query<mysql.RowDataPacket[]>(sql, [...parameters]))[0];
  }
  const pool = new pg.Pool({ connectionString: url.href, max: CONNECTIONS, options: `-c search_path=${schema}` });
  return async ({ sql, parameters }) => (await pool.query<Row>(sql, [...parameters])).rows;
}

function sqlite(file: string): Run {
  const db = new Sqlite(file, { readonly: true });
  // Deadlines are the server's; what its statements call for them costs nothing here.
  db.function('wikiquery_tick', { deterministic: true }, () => 1);
  const prepared = new Map<string, Sqlite.Statement<unknown[], Row>>();
  for (const { sql } of requests.flat()) if (!prepared.has(sql)) prepared.set(sql, db.prepare(sql));
  return ({ sql, parameters }) => prepared.get(sql)!.all(...parameters);
}

/** Bytes would become long lists of numbers. */
function asText(row: Row): Row {
  for (const key in row) if (row[key] instanceof Uint8Array) row[key] = row[key].toString();
  return row;
}
