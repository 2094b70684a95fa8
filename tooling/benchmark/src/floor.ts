import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { Statement } from '@wikiquery/database';
import { openServer } from '@wikiquery/launch/inside';
import { SOURCES } from '@wikiquery/launch/process';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { type BenchmarkRequest, queryOf } from './requests.ts';

/** To a database server, of each contestant. */
export const CONNECTIONS = 10;

interface Work {
  readonly database: string;
  /** For each request the statements that the server sends to the database. */
  readonly requests: readonly (readonly Statement[])[];
}

export interface Floor extends Disposable {
  readonly pid: number;
  urlOf(request: BenchmarkRequest): string;
}

/** Starts a process with bare HTTP that runs the statements of a request by the driver, and writes what they read with one JSON.stringify. */
export async function startFloor(database: string, requests: readonly BenchmarkRequest[]): Promise<Floor> {
  const child = spawn(process.execPath, [SOURCES, import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ database, requests: await captureStatements(database, requests) } satisfies Work));
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    pid: child.pid as number,
    urlOf: request => `${origin}/?${requests.indexOf(request)}`,
    [Symbol.dispose]: () => void child.kill(),
  };
}

async function captureStatements(database: string, requests: readonly BenchmarkRequest[]): Promise<Statement[][]> {
  let statements: Statement[] = [];
  const server = await openServer(database, { statement: statement => statements.push(statement) });
  const { signal } = new AbortController();
  try {
    const captured: Statement[][] = [];
    for (const request of requests) {
      // The first time something may be read that is cached.
      for (const _ of ['first', 'again']) {
        statements = [];
        const { headers } = await server.answer({
          ...{ method: 'GET', query: queryOf(request), headers: {}, ip: '127.0.0.1', secure: false },
          signal,
        });
        if (headers['MediaWiki-API-Error']) throw new Error(`${request.name}: ${String(headers['MediaWiki-API-Error'])}`);
      }
      captured.push(statements);
    }
    return captured;
  } finally {
    await server.close();
  }
}

type Row = Record<string, unknown>;
type Run = (statement: Statement) => Row[] | Promise<Row[]>;

if (import.meta.main) {
  const { database, requests } = (await json(process.stdin)) as Work;
  const run = driverOf(database);
  const server = createServer(async (request, response) => {
    const query: Row[][] = [];
    for (const statement of requests[Number.parseInt(request.url?.slice(2) ?? '', 10)] ?? []) {
      const rows = run(statement);
      query.push((rows instanceof Promise ? await rows : rows).map(asText));
    }
    const body = JSON.stringify({ batchcomplete: true, query });
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

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
  return ({ sql, parameters }) => {
    const statement = prepared.get(sql) ?? db.prepare<unknown[], Row>(sql);
    prepared.set(sql, statement);
    return statement.all(...parameters);
  };
}

/** Bytes would become long lists of numbers. */
function asText(row: Row): Row {
  for (const key in row) if (row[key] instanceof Uint8Array) row[key] = row[key].toString();
  return row;
}
