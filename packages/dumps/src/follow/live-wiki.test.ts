import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { FileDownloads } from './file-downloads.ts';
import { liveWiki } from './live-wiki.ts';

const userAgent = 'wikiquery/1 (ops@wiki.example) follow';

it('requests and downloads of a sync send the User-Agent, and are sent again after status 429', async () => {
  const agents: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    if (agents.push(headers['user-agent']) % 2 === 1) response.writeHead(429, { 'Retry-After': '1' });
    response.end('{"query":{}}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const api = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`);
  expect(await liveWiki(api, { rate: 100, retries: 3, userAgent }).request({ action: 'query' })).toEqual({ query: {} });
  const bytes = await buffer(new FileDownloads(api, { userAgent }).get('/images/heron.png', 100));
  expect(bytes.toString()).toBe('{"query":{}}');
  expect(agents).toEqual([userAgent, userAgent, userAgent, userAgent]);
});
