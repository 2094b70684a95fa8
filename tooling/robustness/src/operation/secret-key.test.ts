// Tests the secret key, which signs the sessions of several workers and servers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '@wikiquery/launch/process';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { useStand, waitForWorkers } from '../stand.test-kit.ts';
import { Visitor } from '../visitor.ts';

const WORKERS = 3;
const PASSWORD = 'a password of reeds';
/** Number of connections, which is enough to reach all workers. */
const CONNECTIONS = 12;

const stand = useStand();
const servers = useStand(afterEach);
const folder = stand.folder();
let database: string;
beforeAll(async () => {
  database = await stand.wiki(join(folder, 'wiki.sqlite'), wiki => wiki.user('Ada', { password: PASSWORD }));
  writeFileSync(join(folder, 'file'), '');
});

async function start(data: string, lines: string[]): Promise<RunningServer> {
  const flags = ['--database', database, '--data', data, '--workers', String(WORKERS)];
  const server = await servers.serve(flags, folder, { onLog: line => lines.push(line), env: { WIKIQUERY_SECRET_KEY: undefined } });
  await waitForWorkers(server.origin, WORKERS);
  return server;
}

const logIn = async ({ api }: RunningServer): Promise<string> => {
  const visitor = new Visitor(api);
  const cookie = await visitor.login('Ada', PASSWORD);
  visitor.close();
  return cookie;
};

/** Returns the account names in responses on several connections. */
async function namesAt({ api }: RunningServer, cookie: string): Promise<Set<string>> {
  const query = '?action=query&meta=userinfo&format=json&formatversion=2';
  const requests = Array.from({ length: CONNECTIONS }, () => fetch(api + query, { headers: { cookie, connection: 'close' } }));
  const answers = await Promise.all((await Promise.all(requests)).map(response => response.json()));
  return new Set(answers.map(answer => (answer as { query: { userinfo: { name: string } } }).query.userinfo.name));
}

it('the secret key is shared by all workers if the data folder is read-only, also after a reload, with one log entry', {
  timeout: 120_000,
}, async () => {
  const lines: string[] = [];
  const server = await start(join(folder, 'file', 'data'), lines);
  // A login takes several requests, which may reach different workers.
  const cookie = await logIn(server);
  expect(await namesAt(server, cookie)).toEqual(new Set(['Ada']));
  expect(lines.filter(line => line.includes('none can be stored'))).toHaveLength(1);
  server.process.kill('SIGHUP');
  await vi.waitFor(() => expect(lines.join('\n')).toContain('"reloaded"'), { timeout: 60_000, interval: 100 });
  expect(await namesAt(server, cookie)).toEqual(new Set(['Ada']));
});

it('the secret key is shared by servers that start at the same time with a new data folder', { timeout: 120_000 }, async () => {
  const data = join(folder, 'data');
  const both = await Promise.all(Array.from({ length: 2 }, () => start(data, [])));
  const cookie = await logIn(both[0] as RunningServer);
  for (const server of both) expect(await namesAt(server, cookie)).toEqual(new Set(['Ada']));
});
