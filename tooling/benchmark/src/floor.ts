import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Statement } from '@wikiquery/database';
import Sqlite from 'better-sqlite3';

/** What the floor is told on its standard input. */
export interface FloorWork {
  readonly file: string;
  /** For each request the statements that the server puts to the database. */
  readonly requests: readonly (readonly Statement[])[];
}

// A process of its own: bare HTTP, the statements of a request by the driver, and one JSON.stringify of what they read. The path is the number of
// the request.
const { file, requests } = (await json(process.stdin)) as FloorWork;
const db = new Sqlite(file, { readonly: true });
// Deadlines are the server's; what its statements call for them costs nothing here.
db.function('wikiquery_tick', { deterministic: true }, () => 1);
const prepared = requests.map(statements =>
  statements.map(({ sql, parameters }) => ({ statement: db.prepare<unknown[], Record<string, unknown>>(sql), parameters })),
);

const server = createServer((request, response) => {
  const read = prepared[Number(request.url?.slice(1))]?.map(({ statement, parameters }) => statement.all(...parameters).map(asText));
  const body = JSON.stringify({ batchcomplete: true, query: read });
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

/** Bytes would become long lists of numbers. */
function asText(row: Record<string, unknown>): Record<string, unknown> {
  for (const key in row) if (row[key] instanceof Uint8Array) row[key] = row[key].toString();
  return row;
}
