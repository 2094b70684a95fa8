import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { call } from './sample-server.test-kit.ts';

const PROGRAM = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts `wikiquery mcp`, as a desktop client does. */
async function start(...flags: string[]) {
  const args = ['--conditions=@wikiquery/source', PROGRAM, 'mcp', ...flags];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: folder, stderr: 'pipe' });
  let warnings = '';
  transport.stderr?.on('data', (chunk: Buffer) => (warnings += chunk.toString()));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, warnings: () => warnings };
}

it('serves an imported dump over standard input and output', { timeout: 240_000 }, async () => {
  await writeFile(join(folder, 'ponds.xml'), DUMP);
  const { client } = await start('--import', 'ponds.xml', '--deadline', '2m');
  expect((await call(client, 'get-site-info')).data.name).toBe('Ponds');
  expect((await call(client, 'get-page', { title: 'Heron' })).data.text).toMatch(/^At the \[Reed\]/);
  expect((await call(client, 'search', { query: 'reed' })).data.results).toHaveLength(1);
});

const DUMP = `<mediawiki version="0.11" xml:lang="de">
<siteinfo><sitename>Ponds</sitename><base>https://ponds.example/wiki/Heron</base></siteinfo>
<page><title>Heron</title><ns>0</ns><id>1</id><revision><id>1</id><timestamp>2024-01-01T00:00:00Z</timestamp>
<contributor><username>Ada</username><id>1</id></contributor><text bytes="16">At the [[Reed]].</text></revision></page>
</mediawiki>
`;

it('reads another wiki politely', { timeout: 240_000 }, async () => {
  const agents = new Set<string | undefined>();
  const lags = new Set<string | null>();
  let [running, most, requests] = [0, 0, 0];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    agents.add(request.headers['user-agent']);
    const { searchParams } = new URL(request.url ?? '', 'http://wiki.example');
    lags.add(searchParams.get('maxlag'));
    requests += 1;
    most = Math.max(most, ++running);
    setTimeout(() => {
      running -= 1;
      if (requests === 1) response.writeHead(429, { 'Retry-After': '1' }).end();
      else response.end(JSON.stringify({ query: { search: [{ ns: 0, title: searchParams.get('srsearch'), pageid: 1 }] } }));
    }, 20);
  };
  const wiki = createServer(answer).listen(0, '127.0.0.1');
  await once(wiki, 'listening');
  onTestFinished(() => void wiki.close());
  const { port } = wiki.address() as AddressInfo;
  const { client } = await start('--api', `http://127.0.0.1:${port}/w/api.php`, '--contact', 'me@mail.example');
  const begun = performance.now();
  const found = await Promise.all(['a', 'b', 'c', 'd'].map(query => call(client, 'search', { query })));
  expect(found.map(({ data }) => data.results[0].title)).toEqual(['a', 'b', 'c', 'd']);
  // The first response asked for a pause of a second.
  expect(performance.now() - begun).toBeGreaterThan(950);
  expect(most).toBe(1);
  expect([...agents]).toEqual([expect.stringMatching(/^wikiquery\/[\d.]+ \(me@mail\.example\) mcp$/)]);
  expect([...lags]).toEqual(['5']);
  const before = requests;
  await call(client, 'search', { query: 'b' });
  expect(requests).toBe(before);
});

it('reports a wiki that cannot be opened, and ends', { timeout: 240_000 }, async () => {
  for (const [flags, problem] of [
    [['--database', 'sqlite:gone.sqlite'], 'There is no file'],
    [['--api', 'ftp://wiki.example'], '--api must be the URL'],
    [['pond'], 'no arguments besides flags'],
  ] as const) {
    const child = spawn(process.execPath, ['--conditions=@wikiquery/source', PROGRAM, 'mcp', ...flags], { cwd: folder });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect(text).toContain(problem);
  }
});
