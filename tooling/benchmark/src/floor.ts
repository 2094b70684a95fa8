import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Sqlite from 'better-sqlite3';
import { benchmarkRequests } from './requests.ts';
import type { BenchmarkWiki } from './wiki-file.ts';

// A process of its own: what Node, better-sqlite3 and one JSON.stringify can do for the same requests, without parameters, rights or anything
// else that makes an interface. The path is the number of the request.
const wiki = JSON.parse(process.argv[2] ?? '') as BenchmarkWiki;
const db = new Sqlite(wiki.file, { readonly: true });
db.pragma('mmap_size = 268435456');
const answers = benchmarkRequests(wiki).map(request => request.floor(db));

const server = createServer((request, response) => {
  const answer = answers[Number(request.url?.slice(1))];
  const body = JSON.stringify({ batchcomplete: true, query: answer?.() });
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
