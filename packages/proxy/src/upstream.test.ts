// Tests proxy mode with a recorded MediaWiki, and with the MediaWiki at TEST_MEDIAWIKI_API.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { assemble, defaultSettings, listen, type RunningServer } from '@wikiquery/server';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Behind {
  readonly api: string;
  readonly database: string;
  /** An account with the page `Watched` on its watchlist. */
  readonly account: { readonly name: string; readonly password: string };
  stop(): Promise<void>;
}

const { TEST_MEDIAWIKI_API, TEST_MEDIAWIKI_DATABASE, TEST_MEDIAWIKI_ACCOUNT = '' } = process.env;
const wikis: Readonly<Record<string, () => Promise<Behind>>> = {
  'a recorded MediaWiki': recordedWiki,
  ...(TEST_MEDIAWIKI_API &&
    TEST_MEDIAWIKI_DATABASE && { 'a MediaWiki': async () => realWiki(TEST_MEDIAWIKI_API, TEST_MEDIAWIKI_DATABASE) }),
};

describe.each(Object.entries(wikis))('in proxy mode with %s', (_name, open) => {
  let behind: Behind;
  let folder: string;
  let server: RunningServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-upstream-'));
    behind = await open();
    server = await serve(behind.api);
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    await behind?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const serve = async (upstream: string): Promise<RunningServer> => {
    const root = fileURLToPath(new URL('../../../apps/server', import.meta.url));
    const settings = {
      ...defaultSettings(folder),
      database: behind.database,
      upstream: new URL(upstream),
      port: 0,
      secretKey: 'k'.repeat(64),
    };
    return listen(
      await assemble({ root, load: name => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) }, settings),
      settings,
    );
  };

  it('logs in at the upstream, and responds to queries as that account', async () => {
    const client = new Client(server);
    await client.login(behind.account);
    const { query } = await client.get({ meta: 'userinfo', assert: 'user', list: 'watchlistraw' });
    expect(query.userinfo.name).toBe(behind.account.name);
    expect(query.watchlistraw ?? client.last.watchlistraw).toContainEqual({ ns: 0, title: 'Watched' });
  });

  it('responds to visitors without querying the upstream', async () => {
    const { query } = await new Client(server).get({ meta: 'userinfo' });
    expect(query.userinfo).toEqual({ id: 0, name: '127.0.0.1', anon: true });
    expect((await new Client(server).get({ list: 'watchlistraw' })).error.code).toBe('notloggedin');
  });

  it("forwards edits and other actions with the upstream's token", async () => {
    const client = new Client(server);
    await client.login(behind.account);
    const { query } = await client.get({ meta: 'tokens' });
    expect(query.tokens.csrftoken).toMatch(/^[0-9a-f]{40}\+\\$/);
    const refused = await client.post({ action: 'edit', title: 'Watched', text: 'Other text', token: 'bad+\\' });
    expect(refused.error.code).toBe('badtoken');
    const { edit } = await client.post({ action: 'edit', title: 'Watched', text: 'Other text', token: query.tokens.csrftoken });
    expect(edit.result).toBe('Success');
    const { parse } = await client.get({ action: 'parse', text: "''x''", contentmodel: 'wikitext', prop: 'text', disablelimitreport: '1' });
    expect(parse.text).toContain('<i>x</i>');
  });

  it('forwards bodies that exceed the limit for queries unchanged', async () => {
    const { error } = await new Client(server).post({ action: 'edit', title: 'Watched', text: 'x'.repeat(9 << 20), token: 'bad+\\' });
    expect(error.code).toBe('badtoken');
  });

  it('forwards requests for formats and modules that are not installed', async () => {
    const xml = await new Client(server).fetch({ action: 'query', format: 'xml' });
    expect(xml.headers.get('content-type')).toContain('text/xml');
    const { warnings } = await new Client(server).get({ list: 'nosuchlist' });
    expect(JSON.stringify(warnings)).toContain('nosuchlist');
  });

  it('reports an unreachable upstream, and still serves visitors', async () => {
    const down = await serve(`http://127.0.0.1:${await closedPort()}/w/api.php`);
    try {
      const { query } = await new Client(down).get({ list: 'allpages' });
      expect(query.allpages).toContainEqual(expect.objectContaining({ title: 'Watched' }));
      for (const cookie of ['cookieconsent=1', 'wikiUserID=1', 'wiki_session=0v3045h9tipgk6gc8cn0oan42gvii3hb', 'wikiUserName=Pella'])
        expect((await new Client(down, cookie).get({ list: 'allpages' })).query.allpages).toHaveLength(query.allpages.length);
      const asked = await new Client(down, 'wikiUserID=1; wikiToken=1').fetch({ action: 'query', list: 'allpages' });
      expect([asked.status, asked.headers.get('retry-after')]).toEqual([503, '5']);
      expect(JSON.parse(await asked.text()).error.code).toBe('internal_api_error_UpstreamError');
      const edit = await new Client(down).fetch({ action: 'edit' }, 'POST');
      expect([edit.status, edit.headers.get('retry-after')]).toEqual([503, '5']);
      expect(JSON.parse(await edit.text()).error.code).toBe('upstreamunavailable');
    } finally {
      await down.stop();
    }
  });
});

async function closedPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

type Params = Readonly<Record<string, string>>;

class Client {
  readonly #api: string;
  readonly #cookies = new Map<string, string>();
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  last: any;

  constructor({ origin }: RunningServer, cookies = '') {
    this.#api = `${origin}/w/api.php`;
    for (const cookie of cookies.split('; ')) this.#keep(cookie);
  }
  async fetch(params: Params, method = 'GET'): Promise<Response> {
    const form = new URLSearchParams({ format: 'json', formatversion: '2', ...params });
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers: Record<string, string> = cookie ? { cookie } : {};
    const response = await (method === 'GET'
      ? fetch(`${this.#api}?${form.toString()}`, { headers })
      : fetch(this.#api, { method, headers, body: form }));
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }
  get = (params: Params) => this.#json({ action: 'query', ...params }, 'GET');
  post = (params: Params) => this.#json(params, 'POST');

  async login({ name, password }: Behind['account']): Promise<void> {
    const { query } = await this.get({ meta: 'tokens', type: 'login' });
    const { login } = await this.post({ action: 'login', lgname: name, lgpassword: password, lgtoken: query.tokens.logintoken });
    if (login.result !== 'Success' || login.lgusername !== name) throw new Error(`Cannot log in: ${JSON.stringify(login)}`);
  }
  async #json(params: Params, method: string) {
    this.last = await (await this.fetch(params, method)).json();
    return this.last;
  }
  #keep(line: string): void {
    const [, name, value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined) this.#cookies.set(name, value);
  }
}

function realWiki(api: string, database: string): Behind {
  const [name = '', password = ''] = TEST_MEDIAWIKI_ACCOUNT.split(':');
  return { api, database, account: { name, password }, stop: async () => {} };
}

/** Starts an upstream with recorded responses of MediaWiki 1.43, and a database that has its account. */
async function recordedWiki(): Promise<Behind> {
  const wiki: TestWiki = await openWiki('sqlite');
  await wiki.page('Watched', { text: 'Text' });
  const account = { name: 'Pella', password: 'correct horse' };
  const { id } = await wiki.user(account.name);
  await wiki.watch(account.name, 'Watched');
  const server: Server = createServer(async (request, response) => {
    const form = new URLSearchParams(`${request.url?.split('?')[1] ?? ''}&${await text(request)}`);
    const { status, headers, body } = recordedAnswer(form, request.headers.cookie ?? '', { id, ...account });
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`,
    database: wiki.url,
    account,
    async stop() {
      await new Promise(resolve => server.close(resolve));
      await wiki.close();
    },
  };
}

const LOGIN_TOKEN = 'dc89bf8692f0d8ac47d6d4674623fc766b01d7eb+\\';
const EDIT_TOKEN = '4e5959285cf93d242d14db0089f1dd296b01d7ec+\\';
const SESSION = 'wiki_session=090m7m30k254m37sfvesf522esitdqkd';

function recordedAnswer(form: URLSearchParams, cookie: string, { id, name, password }: { id: number; name: string; password: string }) {
  const answer = (value: unknown, headers: Readonly<Record<string, string | string[]>> = {}) => ({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'private, must-revalidate, max-age=0', ...headers },
    body: JSON.stringify(value),
  });
  const error = (code: string, info: string) => answer({ error: { code, info } }, { 'MediaWiki-API-Error': code });
  const isIn = cookie.includes(SESSION);
  if (form.get('format') === 'xml')
    return { ...answer(''), headers: { 'Content-Type': 'text/xml; charset=utf-8' }, body: '<?xml version="1.0"?><api batchcomplete="" />' };
  switch (`${form.get('action')} ${form.get('meta') ?? form.get('list') ?? ''}`) {
    case 'query tokens':
      return form.get('type') === 'login'
        ? answer(
            { batchcomplete: true, query: { tokens: { logintoken: LOGIN_TOKEN } } },
            { 'Set-Cookie': 'wiki_session=8gtsvamb31ard15ad10igdtnss7r0bre; path=/; HttpOnly' },
          )
        : answer({ batchcomplete: true, query: { tokens: { csrftoken: isIn ? EDIT_TOKEN : '+\\' } } });
    case 'login ':
      if (form.get('lgpassword') !== password || form.get('lgtoken') !== LOGIN_TOKEN)
        return answer({ login: { result: 'Failed', reason: 'Incorrect username or password entered.\nPlease try again.' } });
      return answer(
        { login: { result: 'Success', lguserid: id, lgusername: name } },
        { 'Set-Cookie': [`${SESSION}; path=/; HttpOnly`, `wikiUserID=${id}; Max-Age=15552000; path=/; HttpOnly`] },
      );
    case 'query userinfo':
      return answer({
        batchcomplete: true,
        query: {
          userinfo: isIn
            ? {
                id,
                name,
                groups: ['*', 'user', 'autoconfirmed'],
                implicitgroups: ['*', 'user', 'autoconfirmed'],
                rights: ['read', 'edit', 'viewmywatchlist', 'editmywatchlist'],
              }
            : { id: 0, name: '127.0.0.1', anon: true, groups: ['*'], implicitgroups: ['*'], rights: ['read'] },
        },
      });
    case 'edit ':
      if (form.get('token') !== EDIT_TOKEN) return error('badtoken', 'Invalid CSRF token.');
      return answer({ edit: { result: 'Success', pageid: 1, title: 'Watched', contentmodel: 'wikitext', oldrevid: 1, newrevid: 2 } });
    case 'parse ':
      return answer({ parse: { title: 'API', pageid: 0, text: '<div class="mw-content-ltr mw-parser-output"><p><i>x</i>\n</p></div>' } });
    case 'query nosuchlist':
      return answer({ batchcomplete: true, warnings: { query: { warnings: 'Unrecognized value for parameter "list": nosuchlist' } } });
    default:
      return error('badvalue', `Unrecognized value for parameter "action": ${form.get('action')}.`);
  }
}
