// A server of nothing: as many processes, each busy for as long with each request. What it shows is the machine.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [workers = 1, milliseconds = 0] = process.argv.slice(2).map(Number);
const ANSWER = 'x'.repeat(2000);

if (cluster.isPrimary) {
  const started = Array.from({ length: workers }, () => once(cluster.fork(), 'message'));
  const [[port]] = (await Promise.all(started)) as [[number]];
  process.send?.(port);
} else {
  const server = createServer((_, response) => {
    for (const until = performance.now() + milliseconds; performance.now() < until; );
    response.end(ANSWER);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
