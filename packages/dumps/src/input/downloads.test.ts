import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import type { Progress } from '../progress.ts';
import { Downloads, STANDARD_INPUT } from './downloads.ts';

const silent: Progress = { begin: () => {}, update: () => {}, end: () => {}, warn: () => {} };

it('Downloads removes an incomplete standard input', async () => {
  const root = await mkdtemp(join(tmpdir(), 'wikiquery-incoming-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'downloads');
  const input = Readable.from(
    (async function* () {
      yield Buffer.from('<mediawiki');
      throw new Error('broken pipe');
    })(),
  );
  const incoming = new Downloads(folder, silent, input);
  await expect(incoming.take(STANDARD_INPUT)).rejects.toThrow('broken pipe');
  await incoming.clear(false);
  expect(existsSync(folder)).toBe(false);
});

it('Downloads sends the User-Agent, and sends a request again after status 429', async () => {
  const root = await mkdtemp(join(tmpdir(), 'wikiquery-busy-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const content = '<mediawiki/>';
  const sums = `${createHash('sha256').update(content).digest('hex')}  dump.xml\n`;
  const seen = new Set<string>();
  const agents: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    agents.push(headers['user-agent']);
    if (!seen.has(`${method} ${url}`)) response.writeHead(429, { 'Retry-After': '1' });
    seen.add(`${method} ${url}`);
    response.end(url === '/dump.xml' ? content : sums);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const downloads = new Downloads(join(root, 'downloads'), silent, undefined, { userAgent: 'wikiquery/1 (ops@wiki.example) import' });
  const path = await downloads.take(`http://127.0.0.1:${(server.address() as AddressInfo).port}/dump.xml`);
  expect(await readFile(path, 'utf8')).toBe(content);
  expect([...seen]).toEqual(['HEAD /dump.xml', 'GET /dump.xml', 'GET /SHA256SUMS']);
  expect(agents).toEqual(Array.from({ length: 6 }, () => 'wikiquery/1 (ops@wiki.example) import'));
});
