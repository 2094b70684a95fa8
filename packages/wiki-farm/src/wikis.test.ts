import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assemble, listen, type RunningServer, readSettings } from '@wikiquery/server';
import { doctor, output, StartError, settingTable } from '@wikiquery/server/extend';
import { engines, openWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeAs, FarmFolder, get as getFrom, query } from './farm.test-kit.ts';
import farm from './index.ts';
import type { FarmSettings } from './setting.ts';
import { Wikis } from './wikis.ts';

let made: FarmFolder;
let folder: string;
let wikis: string;
let server: RunningServer;
const logged: string[] = [];
const table = settingTable([farm]);

beforeAll(async () => {
  vi.spyOn(output, 'write').mockImplementation(line => logged.push(String(line)) > 0);
  made = await FarmFolder.create();
  [folder, wikis] = [made.path, made.wikis];
  await mkdir(join(wikis, 'lake', 'images'), { recursive: true });
  await made.build(join(wikis, 'pond.sqlite'), 'Heron', 'correct horse');
  await describeAs(join(wikis, 'pond.site.json'), 'Pond', { extensions: [] });
  await made.build(join(wikis, 'lake', 'wiki.sqlite'), 'Pike', 'correct horse');
  await describeAs(join(wikis, 'lake', 'site.json'), 'Lake');
  await writeFile(join(wikis, 'lake', 'images', 'Pike.svg'), '<svg/>');
  await writeFile(join(wikis, 'broken.sqlite'), 'no database');
  ({ server } = await made.serve({ wikis: made.all({ host: '{wiki}.wikis.example' }) }));
});
afterAll(async () => {
  await server?.stop();
  vi.restoreAllMocks();
  await made.remove();
});

const get = (path: string, headers: Record<string, string> = {}, at = server) => getFrom(at, path, headers);
const selfOf = async (wiki: string, headers: Record<string, string> = {}) =>
  (await get(`/${wiki}/w/api.php?${query}&meta=self`, headers)).json().query.self;

describe('a wiki farm', () => {
  it('serves each wiki by path and by host name like a single wiki', async () => {
    const settings = made.settings({ database: `sqlite:${join(wikis, 'pond.sqlite')}`, exclude: ['names'] });
    const alone = await listen(await assemble(made.app(), settings), settings);
    try {
      for (const asked of ['titles=Heron|Pike', 'meta=self', 'titles=%ff&badparam=1', 'list=nothing']) {
        const { status, headers, body } = await get(`/w/api.php?${query}&${asked}`, {}, alone);
        for (const [path, host] of [
          ['/pond/w/api.php', 'localhost'],
          ['/pond/api.php', 'localhost'],
          ['/w/api.php', 'Pond.wikis.example:80'],
        ] as const) {
          const other = await get(`${path}?${query}&${asked}`, { host });
          expect(other.body.replace('"Names"', '')).toBe(body);
          expect({ ...other.headers, date: '', 'content-length': '' }).toEqual({ ...headers, date: '', 'content-length': '' });
          expect(other.status).toBe(status);
        }
      }
    } finally {
      await alone.stop();
    }
    expect(await selfOf('lake')).toMatchObject({ wiki: 'Lake' });
    expect((await get('/lake/w/images/Pike.svg')).body).toBe('<svg/>');
    expect((await get('/pond/w/images/Pike.svg')).status).toBe(404);
    expect(await get('/pond?x')).toMatchObject({ status: 308, headers: { location: '/pond/?x', 'cache-control': 'no-cache' } });
  });

  it('names the address of an API with the name of its wiki', async () => {
    expect((await get('/lake/nothing')).body).toContain('The API of this wiki is at <a href="/lake/w/api.php">');
    expect((await get('/w/nothing', { host: 'lake.wikis.example' })).body).toContain('is at <a href="/w/api.php">');
  });

  it('lists its wikis on the start page and in the API', async () => {
    const names = ['broken: broken', 'lake: Lake', 'pond: Pond'];
    expect((await get('/pond/w/api.php?action=names&format=json&formatversion=2')).json()).toEqual({ names });
    expect((await selfOf('pond')).extensions).toEqual(['Names']);
    const page = await get('/');
    expect(page.body).toMatch(/<h1>3 wikis.*href="\/lake\/".*>Lake<.*href="\/pond\/"/s);
    expect((await get('/?from=p')).body).not.toContain('Lake');
    expect(await get('/puddle/w/api.php')).toMatchObject({ status: 404, body: expect.stringContaining('nowiki') });
  });

  it('separates the sessions of its wikis', async () => {
    const cookiesOf = ({ headers }: Awaited<ReturnType<typeof get>>) =>
      (headers['set-cookie'] ?? []).map(line => line.split(';')[0]).join('; ');
    const begun = await get(`/pond/w/api.php?${query}&meta=tokens`);
    const body = new URLSearchParams({ lgname: 'Wren', lgpassword: 'correct horse', lgtoken: begun.json().query.tokens.logintoken });
    const sent = { method: 'POST', body, headers: { cookie: cookiesOf(begun) } };
    const answer = await fetch(`${server.origin}/pond/w/api.php?action=login&format=json`, sent);
    expect(await answer.json()).toMatchObject({ login: { result: 'Success' } });
    const cookie = answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ');
    expect(await selfOf('pond', { cookie })).toMatchObject({ reader: 'Wren' });
    expect(await selfOf('lake', { cookie })).toMatchObject({ reader: '127.0.0.1' });
    expect(await selfOf('lake', { cookie: cookie.replaceAll('pond', 'lake') })).toMatchObject({ reader: '127.0.0.1' });
  });

  it('separates sessions of wikis with similar names or with their own account settings', {
    timeout: 30_000,
  }, async () => {
    const values = { database: `sqlite:${join(wikis, 'pond.sqlite')}` };
    const names = ['a.b', 'a_b', 'A_b', 'a-b', 'ä_b'];
    const own = { x: { sameSite: 'lax' }, y: { sameSite: 'strict' } };
    const list = Object.fromEntries([
      ...names.map(name => [name, { folder, values }]),
      ...Object.entries(own).map(([name, accounts]) => [name, { folder, values: { ...values, accounts } }]),
    ]);
    const other = await made.serve({ wikis: { folder: undefined, host: undefined, farms: [], list } });
    try {
      const jar = new Map<string, string>();
      const cookie = () => Array.from(jar, pair => pair.join('=')).join('; ');
      const take = (lines: readonly string[]) => {
        for (const [, name, value] of lines.map(line => /^([^=]+)=([^;]*)/.exec(line) as RegExpExecArray)) jar.set(name!, value!);
      };
      for (const name of Object.keys(list)) {
        const at = `/${encodeURIComponent(name)}/w/api.php`;
        const begun = await get(`${at}?${query}&meta=tokens`, { cookie: cookie() }, other.server);
        take(begun.headers['set-cookie'] ?? []);
        const body = new URLSearchParams({ lgname: 'Wren', lgpassword: 'correct horse', lgtoken: begun.json().query.tokens.logintoken });
        const sent = { method: 'POST', body, headers: { cookie: cookie() } };
        const answer = await fetch(`${other.server.origin}${at}?action=login&format=json`, sent);
        expect([name, await answer.json()]).toMatchObject([name, { login: { result: 'Success' } }]);
        take(answer.headers.getSetCookie());
      }
      for (const name of Object.keys(list)) {
        const { reader } = (
          await get(`/${encodeURIComponent(name)}/w/api.php?${query}&meta=self`, { cookie: cookie() }, other.server)
        ).json().query.self;
        expect([name, reader]).toEqual([name, 'Wren']);
      }
    } finally {
      await other.server.stop();
    }
  });

  it('serves the other wikis if one cannot be opened, and reports the failure to clients of that wiki', async () => {
    const refused = await get(`/broken/w/api.php?${query}`);
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
    expect(refused.json().error.code).toBe('internal_api_error_DBConnectionError');
    expect((await get('/readyz')).status).toBe(200);
    expect((await get('/healthz')).json()).toMatchObject({ status: 'degraded', wikis: { known: 3, failed: 1 } });
    const metrics = (await get('/metrics')).body;
    expect(metrics).toMatch(/wikiquery_wiki_requests_total\{wiki="broken",status="5xx"\} 1/);
    expect(metrics).toMatch(/wikiquery_wikis\{state="known"\} 3/);
    await copyFile(join(wikis, 'pond.sqlite'), join(wikis, 'mended'));
    await rename(join(wikis, 'mended'), join(wikis, 'broken.sqlite'));
    await vi.waitFor(async () => expect((await get(`/broken/w/api.php?${query}`)).status).toBe(200), { timeout: 10_000, interval: 100 });
  });

  it('finds added and removed wikis, also during requests, and closes the least recently used ones', { timeout: 30_000 }, async () => {
    const names = Array.from({ length: 6 }, (_, i) => `puddle${i}`);
    for (const name of names) await copyFile(join(wikis, 'pond.sqlite'), join(wikis, `${name}.sqlite`));
    const few = await made.serve({ wikis: made.all(), openWikis: 2 });
    const ask = async (name: string) => (await get(`/${name}/w/api.php?${query}&titles=Heron`, {}, few.server)).status;
    try {
      for (let round = 0; round < 3; round++) expect(new Set(await Promise.all([...names, ...names].map(ask)))).toEqual(new Set([200]));
      await vi.waitFor(() => expect(few.many.report().wikis).toMatchObject({ open: 2 }), { timeout: 10_000 });
      let isOver = false;
      const asking = Promise.all(
        ['puddle0', 'puddle1'].map(async name => {
          const seen = new Set<number | undefined>();
          while (!isOver) seen.add(await ask(name));
          return seen;
        }),
      );
      await rm(join(wikis, 'puddle1.sqlite'));
      await vi.waitFor(() => expect(few.many.names).not.toContain('puddle1'), { timeout: 10_000, interval: 50 });
      await copyFile(join(wikis, 'pond.sqlite'), join(wikis, 'stream.sqlite'));
      await vi.waitFor(async () => expect(await ask('stream')).toBe(200), { timeout: 10_000, interval: 50 });
      expect(await ask('puddle1')).toBe(404);
      isOver = true;
      const [stayed, went] = await asking;
      expect(stayed).toEqual(new Set([200]));
      // The file may be deleted before the folder is scanned again.
      for (const status of went ?? []) expect([200, 404, 503]).toContain(status);
    } finally {
      await few.server.stop();
    }
  });

  it('reads lists of wikis with their own settings, and reloads them', async () => {
    const file = join(folder, 'many.json');
    const list = { brook: { database: 'sqlite:wikis/pond.sqlite', site: 'wikis/lake/site.json', host: ['brook.example', 'b.example'] } };
    await writeFile(file, JSON.stringify({ wikis: { list } }));
    const read = () =>
      readSettings(
        { flags: { config: file, port: '0' }, env: { WIKIQUERY_SECRET_KEY: 'k'.repeat(64) }, cwd: folder },
        table,
      ) as Promise<FarmSettings>;
    const other = await made.serve(await read());
    try {
      const ask = async (host: string) => (await get(`/w/api.php?${query}&meta=self&titles=Heron`, { host }, other.server)).body;
      expect(JSON.parse(await ask('b.example')).query).toMatchObject({ self: { wiki: 'Lake' }, pages: [{ pageid: 1 }] });
      await writeFile(file, JSON.stringify({ wikis: { list: { ...list, bad: { database: 'sqlite:gone', port: 1 } } } }));
      await other.server.reload(await read());
      expect(JSON.parse(await ask('brook.example')).query.self.wiki).toBe('Lake');
      expect((await get('/bad/w/api.php', {}, other.server)).status).toBe(503);
      expect(logged.join('')).toContain('The wiki bad cannot have its own setting \\"port\\"');
      expect(other.many.report().problems).toEqual([expect.stringContaining('bad: ')]);
    } finally {
      await other.server.stop();
    }
  });

  it('reports problems of the settings', async () => {
    const problemsOf = async (values: object) => {
      await writeFile(join(folder, 'wrong.json'), JSON.stringify(values));
      const read = readSettings({ flags: { config: join(folder, 'wrong.json') }, env: {}, cwd: folder }, table) as Promise<FarmSettings>;
      return read.then(
        settings =>
          Wikis.prepare(made.app(), settings, {}, () => {}).then(
            () => [],
            error => (error as StartError).problems,
          ),
        error => (error as StartError).problems,
      );
    };
    await expect(assemble(made.app(), made.settings({ wikis: made.all() }))).rejects.toThrow(StartError);
    const printed: string[] = [];
    const printing = vi.spyOn(process.stdout, 'write').mockImplementation(text => printed.push(...String(text).trimEnd().split('\n')) > 0);
    const code = await doctor(made.app(), made.settings({ wikis: made.all() }));
    printing.mockRestore();
    expect(printed.filter(line => line.startsWith('FAIL'))).toEqual([]);
    expect(code).toBe(0);
    expect(printed).toContainEqual(expect.stringMatching(/^ok {4}pond: sqlite, tables of MediaWiki 1\.\d+$/));
    expect(await problemsOf({ wikis: 'gone' })).toEqual([expect.stringContaining('which does not exist')]);
    expect(await problemsOf({ wikis: { dir: 'x' } })).toEqual([expect.stringContaining('unknown field "dir"')]);
    expect(await problemsOf({ wikis: { farm: { database: 'mariadb://localhost/wiki' } } })).toEqual([expect.stringContaining('{wiki}')]);
    const farm = { database: 'mariadb://localhost/{wiki}' };
    expect(await problemsOf({ wikis: { farm: [farm, { ...farm, name: 'books' }] } })).toEqual([expect.stringContaining('{wiki}-books')]);
    expect(await problemsOf({ wikis: 'wikis', database: 'sqlite:wikis/pond.sqlite' })).toEqual([
      expect.stringContaining('"database" does not work with "wikis"'),
    ]);
  });
});

describe.skipIf(!engines.includes('postgres'))('a farm on a database server', () => {
  it('has a wiki for each matching schema', { timeout: 30_000 }, async () => {
    const wiki = made.own(await openWiki('postgres'));
    await wiki.page('Heron', { id: 1 });
    const url = new URL(wiki.url);
    const schema = url.searchParams.get('schema') as string;
    const name = schema.slice(2);
    url.searchParams.set('schema', `${schema.slice(0, 2)}{wiki}`);
    const database = decodeURIComponent(url.href);
    const values = { database, site: join(wikis, 'lake', 'site.json') };
    const first = { name: '{wiki}', values: { ...values, host: '{wiki}.farm.example' }, folder };
    const second = { name: 'copy-{wiki}', values: { ...values, host: '{wiki}.copy.example' }, folder };
    const other = await made.serve({ wikis: { folder: undefined, host: undefined, list: {}, farms: [first, second, second] } });
    try {
      expect(other.many.names).toEqual(expect.arrayContaining([name, `copy-${name}`]));
      expect(other.many.report().problems).toContainEqual(expect.stringContaining(`Two farms have a wiki "copy-${name}"`));
      const copy = await get(`/w/api.php?${query}&titles=Heron`, { host: `${name}.copy.example` }, other.server);
      expect(copy.json().query.pages).toMatchObject([{ pageid: 1 }]);
      const answer = await get(`/w/api.php?${query}&titles=Heron&meta=self`, { host: `${name}.farm.example` }, other.server);
      expect(answer.json().query).toMatchObject({ self: { wiki: 'Lake' }, pages: [{ pageid: 1 }] });
    } finally {
      await other.server.stop();
    }
  });
});
