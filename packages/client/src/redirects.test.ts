// A redirect of a POST request must not forward a password.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { wiki } from './index.ts';

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`;
}

it.each([301, 302, 307, 308])('the client sends no password after a redirect with status %s', async status => {
  let reached = 0;
  const elsewhere = await listen(
    createServer((_request, response) => {
      reached += 1;
      response.end('{}');
    }),
  );
  const here = await listen(
    createServer((request, response) => {
      if (request.method === 'POST') response.writeHead(status, { Location: elsewhere }).end();
      else response.end(JSON.stringify({ query: { tokens: { logintoken: 'x' } } }));
    }),
  );
  await expect(wiki(here, { retries: 0 }).login('Ada', 'a password of reeds')).rejects.toMatchObject({ code: 'unreachable' });
  expect(reached).toBe(0);
});
