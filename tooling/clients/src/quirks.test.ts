import { Client, type RequestShape } from '@wikiquery/conformance/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS } from './accounts.ts';
import { useServer } from './served.test-kit.ts';

type Params = Readonly<Record<string, string>>;

describe('clients with special needs', { timeout: 60_000 }, () => {
  const server = useServer();
  let client: Client;
  beforeEach(() => {
    client = new Client(server.api, { timeout: 30_000, keepsCookies: true });
  });

  const POST: RequestShape = { method: 'POST' };
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any response
  type Answer = any;
  const ask = async (params: Params, shape?: RequestShape): Promise<Answer> => {
    const { status, body } = await client.send({ format: 'json', ...params }, shape);
    expect(status).toBe(200);
    return JSON.parse(body);
  };
  const query = (params: Params, shape?: RequestShape) => ask({ action: 'query', ...params }, shape);
  const loginToken = async () => (await query({ meta: 'tokens', type: 'login' })).query.tokens.logintoken as string;
  const login = async ({ name, password }: { name: string; password: string }): Promise<Answer> =>
    (await ask({ action: 'login', lgname: name, lgpassword: password, lgtoken: await loginToken() }, POST)).login;

  describe('identify the server', () => {
    it('a request without parameters returns a help page that names MediaWiki (dumpgenerator)', async () => {
      const { status, headers, body } = await client.send({}, POST);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
      expect(body).toMatch(/<meta name="generator" content="MediaWiki 1\.\d+/);
      expect(body).toMatch(/class="mediawiki/);
    });
    it('siteinfo returns the version in its generator field (mwbot, mwclient, nodemw, MediaWiki::Bot)', async () => {
      const { general } = (await query({ meta: 'siteinfo' })).query;
      expect(general.generator).toMatch(/^MediaWiki 1\.\d+\.\d+/);
      expect(general).toMatchObject({ case: 'first-letter', sitename: expect.any(String), server: expect.any(String), scriptpath: '/w' });
    });
    it('a request without action returns only its error (wikiapi)', async () => {
      expect(await ask({ assert: 'user', maxlag: '5', utf8: '1' })).toMatchObject({ error: { code: 'assertuserfailed' } });
    });
    it('paraminfo returns prefixes, limits and modules in formatversion 1 (pywikibot, wikiapi)', async () => {
      const { paraminfo } = await ask({ action: 'paraminfo', modules: 'main|paraminfo|query' }, POST);
      expect(paraminfo.modules.map(({ name }: { name: string }) => name)).toEqual(['main', 'paraminfo', 'query']);
      const list = paraminfo.modules[2].parameters.find(({ name }: { name: string }) => name === 'list');
      expect(list).toMatchObject({
        type: expect.arrayContaining(['allpages', 'watchlist']),
        multi: '',
        submodules: { allpages: 'query+allpages' },
      });
      const [allpages] = (await ask({ action: 'paraminfo', modules: 'query+allpages' }, POST)).paraminfo.modules;
      expect(allpages).toMatchObject({ prefix: 'ap', group: 'list', generator: '', path: 'query+allpages' });
      expect(allpages.parameters).toContainEqual(expect.objectContaining({ name: 'limit', max: 500, highmax: 5000, default: 10 }));
    });
    it('an export returns bare XML, with only site information if no pages are requested (dumpgenerator)', async () => {
      const bare = { action: 'query', export: '1', exportnowrap: '1' };
      const { headers, body } = await client.send({ ...bare, list: 'allpages', aplimit: '1' });
      expect(headers['content-type']).toMatch(/^text\/xml/);
      expect(body).toMatch(/^<mediawiki .*<generator>MediaWiki 1\.\d+.*<\/siteinfo>/s);
      expect(body).not.toContain('<page>');
      const page = await client.send({ ...bare, titles: 'Main Page', format: 'xml' });
      expect(page.body).toMatch(/<page>.*<title>Main Page<\/title>.*== Where to begin ==.*<\/page>/s);
      expect((await query({ titles: 'Main Page', export: '1' })).query.export['*']).toContain('<title>Main Page</title>');
      const wrapped = await client.send({ action: 'query', export: '1', titles: 'Main Page', format: 'xml' });
      expect(wrapped.body).toMatch(
        /^<\?xml version="1.0"\?><api .*<export xml:space="preserve">&lt;mediawiki .*&lt;\/mediawiki&gt;\n<\/export><\/query><\/api>$/s,
      );
    });
    it('a page history in XML is continued to its end (dumpgenerator --xmlapiexport, old bots)', async () => {
      const request = {
        action: 'query',
        titles: 'Help:Continuation',
        prop: 'revisions',
        rvprop: 'ids|timestamp|user|comment|content',
        rvdir: 'newer',
      };
      const whole = (await query({ ...request, rvlimit: 'max' })).query.pages;
      const [{ revisions }] = Object.values(whole) as [{ revisions: { revid: number }[] }];
      const found: string[] = [];
      let next: Record<string, string> | undefined = {};
      for (let i = 0; next && i < 100; i++) {
        const { body } = await client.send({ ...request, rvlimit: '1', format: 'xml', ...next });
        for (const [, revid] of body.matchAll(/<rev revid="(\d+)" [^>]*xml:space="preserve">[^<]+<\/rev>/g)) found.push(String(revid));
        const [, attributes] = /<continue ([^>]*)\/>/.exec(body) ?? [];
        next =
          attributes === undefined
            ? undefined
            : Object.fromEntries(Array.from(attributes.matchAll(/(\w+)="([^"]*)"/g), match => [match[1], match[2]]));
      }
      expect(revisions.length).toBeGreaterThan(1);
      expect(found).toEqual(revisions.map(({ revid }) => String(revid)));
    });
  });

  describe('log in', () => {
    it('a login without a token returns NeedToken (nodemw, mwbot, MediaWiki::API, mw.Api)', async () => {
      const { name, password } = ACCOUNTS.editor;
      const first = await ask({ action: 'login', lgname: name, lgpassword: password, lgdomain: '' }, POST);
      expect(first).toMatchObject({ login: { result: 'NeedToken', token: expect.stringMatching(/\+\\$/) } });
      expect(first.warnings.login['*']).toEqual(expect.any(String));
      const second = await ask({ action: 'login', lgname: name, lgpassword: password, lgdomain: '', lgtoken: first.login.token }, POST);
      expect(second.login).toEqual({ result: 'Success', lguserid: expect.any(Number), lgusername: name });
    });
    it('a bot password logs its owner in once (mwoffliner)', async () => {
      expect(await login(ACCOUNTS.bot)).toMatchObject({ result: 'Success', lgusername: 'Wren' });
      expect(await login(ACCOUNTS.bot)).toMatchObject({
        result: 'Aborted',
        reason: 'Cannot log in when using MediaWiki\\Session\\BotPasswordSessionProvider sessions.',
      });
    });
    it('a failed login returns a reason', async () => {
      expect(await login({ name: 'Nobody', password: 'wrong' })).toEqual({ result: 'Failed', reason: expect.any(String) });
      const wrong = await ask({ action: 'login', lgname: 'Wren', lgpassword: 'x', lgtoken: 'wrong+\\' }, POST);
      expect(wrong.login.result).toBe('WrongToken');
      const inUrl = await ask(
        { action: 'login', lgname: 'Wren', lgpassword: 'x', lgtoken: await loginToken() },
        { ...POST, inUrl: ['lgpassword'] },
      );
      expect(inUrl.error).toMatchObject({ code: 'mustpostparams' });
    });
    it('clientlogin passes or fails with a message (mwclient, dumpgenerator)', async () => {
      const form = { action: 'clientlogin', loginreturnurl: 'http://127.0.0.1:5000/' };
      const failed = await ask({ ...form, username: 'Nobody', password: 'wrong', logintoken: await loginToken() }, POST);
      expect(failed.clientlogin).toMatchObject({ status: 'FAIL', message: expect.any(String) });
      const { name, password } = ACCOUNTS.admin;
      const passed = await ask({ ...form, username: name, password, logintoken: await loginToken() }, POST);
      expect(passed.clientlogin).toEqual({ status: 'PASS', username: name });
      expect((await query({ meta: 'userinfo', uiprop: 'groups' })).query.userinfo.groups).toContain('sysop');
    });
    it('user assertions pass from login to logout (m3api, mwn, pywikibot)', async () => {
      await login(ACCOUNTS.editor);
      expect(await query({ assert: 'user', assertuser: 'Wren' })).toEqual({ batchcomplete: '' });
      expect((await query({ assertuser: 'Nobody Such User' })).error.code).toBe('assertnameduserfailed');
      expect((await query({ assert: 'bot' })).error.code).toBe('assertbotfailed');
      const { csrftoken } = (await query({ meta: 'tokens' })).query.tokens;
      expect(csrftoken).toMatch(/^[0-9a-f]{40,}\+\\$/);
      expect((await ask({ action: 'logout', token: 'wrong+\\' }, POST)).error.code).toBe('badtoken');
      expect(await ask({ action: 'logout', token: csrftoken }, POST)).toEqual({});
      expect(await query({ assert: 'anon' })).toEqual({ batchcomplete: '' });
      expect((await query({ meta: 'tokens' })).query.tokens.csrftoken).toBe('+\\');
    });
    it('session cookies are HttpOnly', async () => {
      const { headers } = await client.send({ action: 'query', meta: 'tokens', type: 'login', format: 'json' });
      expect(headers['set-cookie']).toEqual([expect.stringMatching(/_session=.*; HttpOnly/)]);
    });
  });

  describe('send', () => {
    it('unknown modules and parameters return warnings (mwoffliner, wikiapi, wikipedia)', async () => {
      const params = { list: 'gadgets', prop: 'info|coordinates|flagged|pageterms', titles: 'Main Page', gaprop: 'id', rand: '42' };
      const answer = await query({ ...params, formatversion: '2' });
      expect(answer.query.pages).toMatchObject([{ title: 'Main Page', length: expect.any(Number) }]);
      for (const name of ['gadgets', 'coordinates', 'flagged', 'pageterms']) expect(answer.warnings.query.warnings).toContain(name);
      for (const name of ['gaprop', 'rand']) expect(answer.warnings.main.warnings).toContain(name);
      expect((await query(params)).warnings.query['*'].split('\n')).toHaveLength(2);
    });
    it('a repeated module returns one result (mwclient)', async () => {
      const { query: result } = await query({ meta: 'siteinfo|userinfo|userinfo', siprop: 'general|general' });
      expect(Object.keys(result)).toEqual(['general', 'userinfo']);
    });
    it('an empty item of a multi-value parameter returns a warning (dumpgenerator)', async () => {
      const answer = await query({ titles: 'Main Page', prop: 'revisions', rvprop: 'timestamp|user|comment|ids|', rvlimit: '50' });
      expect(answer.warnings.revisions['*']).toEqual(expect.any(String));
      expect((Object.values(answer.query.pages)[0] as Answer).revisions).toHaveLength(3);
    });
    it('empty timestamps mean now, and empty lists are accepted (nodemw, pywikibot)', async () => {
      for (const [list, start] of [
        ['recentchanges', 'rcstart'],
        ['logevents', 'lestart'],
      ] as const) {
        const answer = await query({ list, [start]: '' });
        expect(answer.query[list].length).toBeGreaterThan(0);
        expect(answer.warnings[list]['*']).toContain(`"${start}"`);
      }
      expect((await query({ list: 'logevents', letype: '' })).query.logevents).toEqual([]);
      expect((await query({ list: 'usercontribs', ucuser: 'Wren', ucshow: '', ucnamespace: '' })).query.usercontribs).toHaveLength(10);
      expect((await query({ list: 'blocks', bkshow: '' })).query.blocks.length).toBeGreaterThan(0);
      expect((await query({ list: 'allcategories', acprefix: '' })).query.allcategories.length).toBeGreaterThan(5);
      expect((await query({ list: 'search', srsearch: 'allpages', srprop: '' })).query.search[0]).toEqual({
        ns: 0,
        title: 'Allpages',
        pageid: expect.any(Number),
      });
    });
    it('a boolean parameter with any value, which is true (nodemw)', async () => {
      const names = async (params: Params) =>
        (await query({ list: 'allusers', ...params })).query.allusers.map(({ name }: { name: string }) => name);
      expect(await names({})).toContain('Otter');
      expect(await names({ auwitheditsonly: 'false' })).toEqual(await names({ auwitheditsonly: '1' }));
      expect(Object.keys((await query({ titles: 'Continuation', redirects: '' })).query)).toContain('redirects');
    });
    it('a limit above the maximum returns a warning, and a limit that is not a number returns an error (wikipedia)', async () => {
      const many = await query({ list: 'allpages', aplimit: '5000' });
      expect(many.query.allpages.length).toBeLessThanOrEqual(500);
      expect(many.warnings.allpages['*']).toContain('500');
      const { status, headers, body } = await client.send({
        action: 'query',
        format: 'json',
        titles: 'Main Page',
        prop: 'categories',
        cllimit: 'undefined',
      });
      expect({ status, code: headers['mediawiki-api-error'] }).toEqual({ status: 200, code: 'badinteger' });
      expect(Object.keys(JSON.parse(body).error)).toEqual(['code', 'info', '*']);
    });
    it('titles are normalised, and may be separated by the alternative separator (m3api)', async () => {
      const { query: result } = await query({ titles: '\u001fmain_Page\u001fA|B', formatversion: '2' });
      expect(result.normalized).toEqual([{ fromencoded: false, from: 'main_Page', to: 'Main Page' }]);
      expect(result.pages).toContainEqual(expect.objectContaining({ title: 'A|B', invalid: true }));
    });
    it('deprecated parameters work (MediaWiki::Bot, wikijs, wikipedia)', async () => {
      const read = async (params: Params) => {
        const answer = await query({ titles: 'Help:Continuation', prop: 'revisions', rvprop: 'content|ids', rvlimit: '1', ...params });
        expect(answer.warnings.revisions['*']).toEqual(expect.any(String));
        return (Object.values(answer.query.pages)[0] as Answer).revisions[0];
      };
      expect((await read({}))['*']).toContain('== The rule ==');
      expect((await read({ rvparse: '' }))['*']).toContain('<h2');
      expect((await read({ rvdiffto: 'prev' })).diff).toMatchObject({ from: expect.any(Number), to: expect.any(Number) });
    });
    it('unknown actions and actions that write return badvalue (clients that write)', async () => {
      for (const action of ['edit', 'purge', 'nosuchaction'])
        expect((await ask({ action })).error).toMatchObject({ code: 'badvalue', info: expect.stringContaining(action) });
    });
    it('PHP formats return badvalue (old bots)', async () => {
      const { status, headers, body } = await client.send({ action: 'query', list: 'allpages', format: 'php' });
      expect({ status, code: headers['mediawiki-api-error'] }).toEqual({ status: 200, code: 'badvalue' });
      expect(body).toContain('It takes json, jsonfm, none, xml, xmlfm.');
    });
  });

  describe('read', () => {
    it('continue and rawcontinue both continue a list', async () => {
      const first = await query({ list: 'allpages', aplimit: '2', continue: '' });
      expect(first).toMatchObject({ batchcomplete: '', continue: { apcontinue: expect.any(String), continue: '-||' } });
      const second = await query({ list: 'allpages', aplimit: '2', ...first.continue });
      expect(second.query.allpages[0].title.replaceAll(' ', '_')).toBe(first.continue.apcontinue);
      const raw = await query({ list: 'allpages', aplimit: '2', rawcontinue: '' });
      expect(raw).toEqual({ 'query-continue': { allpages: { apcontinue: first.continue.apcontinue } }, query: first.query });
      const generated = { generator: 'allpages', gapnamespace: '12', gaplimit: '2', prop: 'links|categories', pllimit: '1' };
      expect((await query(generated)).continue).toMatchObject({ plcontinue: expect.any(String), continue: '||categories' });
      const withUser = await query({ list: 'allpages', aplimit: '2', meta: 'userinfo' });
      expect(withUser.continue.continue).toBe('-||userinfo');
      expect((await query({ list: 'allpages', aplimit: '2', meta: 'userinfo', ...withUser.continue })).query).not.toHaveProperty(
        'userinfo',
      );
    });
    it('formatversion 1 is the default', async () => {
      const { query: result } = await query({ titles: 'Main Page|Nowhere', prop: 'info', inprop: 'protection' });
      expect(result.pages[-1]).toMatchObject({ title: 'Nowhere', missing: '' });
      expect(Object.values(result.pages)).toContainEqual(
        expect.objectContaining({
          title: 'Main Page',
          protection: [{ type: 'edit', level: 'sysop', expiry: 'infinity' }, expect.anything()],
        }),
      );
    });
    it('`errorformat` returns a list of errors in the language of the user (mw.Api, m3api)', async () => {
      const params = { list: 'allpages', apfrom: 'x', aplimit: 'zz', errorformat: 'html', errorsuselocal: 'true', uselang: 'de' };
      expect(await query({ ...params, formatversion: '2' })).toEqual({
        errors: [{ code: 'badinteger', html: expect.any(String), module: 'query+allpages' }],
        docref: expect.any(String),
      });
    });
    it('requestid and curtimestamp are returned (m3api, mwn)', async () => {
      expect(await query({ requestid: 'abc|1', curtimestamp: '' })).toEqual({
        batchcomplete: '',
        requestid: 'abc|1',
        curtimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      });
      expect(await query({ maxlag: '5', formatversion: '2' })).toEqual({ batchcomplete: true });
      expect(await query({ maxlag: '-1' })).toEqual({ batchcomplete: '' });
    });
  });

  describe('connect', () => {
    it('a POST accepts parameters in its URL (wikiapi, mwbot)', async () => {
      const params = { action: 'query', meta: 'siteinfo', siprop: 'general' };
      expect((await ask(params, { method: 'POST', inUrl: ['action', 'meta', 'siprop', 'format'] })).query.general.sitename).toBe(
        'Manual of wikiquery',
      );
      expect((await ask(params, { method: 'POST', inUrl: ['format'] })).query.general.sitename).toBe('Manual of wikiquery');
    });
    it('a double slash (wikibase-sdk) and HEAD (pywikibot) are accepted', async () => {
      const answer = await fetch(`${server.origin}//api.php?action=query&format=json`);
      expect(await answer.json()).toEqual({ batchcomplete: '' });
      expect((await fetch(server.api, { method: 'HEAD' })).status).toBe(200);
    });
    it('cross-origin requests are anonymous (wikijs, wikipedia, wtf_wikipedia)', async () => {
      await login(ACCOUNTS.editor);
      const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' };
      const answer = await client.send({ action: 'query', meta: 'userinfo', format: 'json', origin: '*' }, { headers });
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'mediawiki-login-suppressed': 'true' });
      expect(JSON.parse(answer.body).query.userinfo).toHaveProperty('anon');
      const odd = await fetch(`${server.api}?action=query&format=json&origin=*`, {
        headers: { Origin: '*', 'Content-Type': 'application/json' },
      });
      expect(await odd.json()).toEqual({ batchcomplete: '' });
    });
    it('responses are compressed on request', async () => {
      const answer = await fetch(`${server.api}?action=query&list=allpages&aplimit=max&format=json`, {
        headers: { 'Accept-Encoding': 'gzip' },
      });
      expect(answer.headers.get('content-encoding')).toBe('gzip');
    });
  });
});
