// Who is asking: logging in and out, sessions, tokens, groups, rights and blocks, over a real database.
import { randomBytes } from 'node:crypto';
import clientlogin from '@wikiquery/action-clientlogin';
import login from '@wikiquery/action-login';
import logout from '@wikiquery/action-logout';
import { readSite } from '@wikiquery/site';
import { apiOf, engines, openWiki, type Wiki } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Accounts, type AccountsOptions, createAccounts, RevocationTable, type SessionRequest } from './index.ts';

const PASSWORD = 'Pässwörd 1';
const HASH = ':B:ed295382:f5cef804e133b964cfbfa85816633b76';
const BOT_SECRET = '645948eedf70d6367e1761563717ef1c';
const BOT_HASH =
  ':pbkdf2:sha512:30000:64:grhyrPDdEbqckf0jDp76lQ==:w4KYPUxnWdHib3fjglPl/WiyNaP98qstxs7YIP3UZOWlM+TtxHf/NGGKxkzMKwQM9nIdPHu7ps3zwUrKHfZJSQ==';

const DAY = 86_400_000;
const SECRET_KEY = randomBytes(32).toString('hex');
const [ANN, BOB, SYSTEM, CAT] = [1, 2, 3, 4];
const site = readSite({ general: { wikiid: 'wiki' } }, { autoConfirmAge: 4 * 86_400, autoConfirmCount: 10 });
const titles = createTitles(site);
const users = createUsers(site, titles);

let wiki: Wiki;
let now = 0;
let accounts: Accounts;

describe.each(engines)('on %s', engine => {
  beforeAll(async () => {
    wiki = await openWiki(engine, { site });
  });
  afterAll(() => wiki.close());

  beforeEach(async () => {
    now = Date.UTC(2024, 5, 1, 12);
    const { db } = wiki;
    for (const table of ['user', 'user_groups', 'bot_passwords', 'block', 'block_target', 'actor', 'comment'] as const)
      await db.deleteFrom(table).execute();
    const user = (
      user_id: number,
      user_name: string,
      rest: { user_editcount?: number; user_registration?: string; user_password?: string } = {},
    ) => ({
      user_id,
      user_name,
      user_password: HASH,
      user_newpassword: '',
      user_email: 'secret@example.org',
      user_touched: '20240101000000',
      user_token: `token of ${user_id}`.padEnd(32, '.'),
      user_registration: '20240101000000',
      user_editcount: 0,
      ...rest,
    });
    await db
      .insertInto('user')
      .values([
        user(ANN, 'Ann Example', { user_editcount: 10 }),
        user(BOB, 'Bob', { user_registration: '20240531000000', user_editcount: 99 }),
        user(SYSTEM, 'Maintenance', { user_password: '' }),
        user(CAT, 'Cat', { user_password: '18afa134d2ddd40c0f6c03c7f144891e' }),
      ])
      .execute();
    await db
      .insertInto('user_groups')
      .values([
        { ug_user: ANN, ug_group: 'sysop', ug_expiry: null },
        { ug_user: ANN, ug_group: 'bot', ug_expiry: '20240601120000' },
        { ug_user: BOB, ug_group: 'bot', ug_expiry: '20240601120001' },
      ])
      .execute();
    await db
      .insertInto('bot_passwords')
      .values([
        botPassword('reader', { bp_grants: '["basic","viewmywatchlist","nosuchgrant"]' }),
        botPassword('home', { bp_restrictions: '{"IPAddresses":["192.0.2.0/24","2001:db8::/32"]}' }),
        botPassword('broken', { bp_password: '' }),
        botPassword('nowhere', { bp_restrictions: '{}' }),
        botPassword('garbled', { bp_restrictions: '{"IPAddresses":["192.0.2.0/33","everywhere",5,"198.51.77.1/"]}' }),
        botPassword('backwards', { bp_restrictions: '{"IPAddresses":["198.51.77.9-198.51.77.0"]}' }),
        botPassword('page', { bp_restrictions: '{"IPAddresses":["198.51.77.0-198.51.77.9"],"Pages":["Sandbox"]}' }),
      ])
      .execute();
    await db.insertInto('actor').values({ actor_id: 7, actor_user: ANN, actor_name: 'Ann Example' }).execute();
    await db.insertInto('comment').values({ comment_id: 5, comment_hash: 0, comment_text: 'noise', comment_data: null }).execute();
    accounts = create();
  });

  describe('action=login', () => {
    it('takes the password of the account, with a warning', async () => {
      const client = new Client();
      const { result, warnings } = await client.login('ann_Example', PASSWORD);
      expect(result).toEqual({ login: { result: 'Success', lguserid: ANN, lgusername: 'Ann Example' } });
      expect(warnings).toMatchObject([
        { code: 'deprecation', key: 'apiwarn-deprecation-login-botpw', data: { feature: 'main-account-login' } },
      ]);
      expect((await client.session()).actor).toMatchObject({ id: ANN, name: 'Ann Example', isAnon: false });
    });

    it.each([
      ['Ann Example@reader', BOT_SECRET],
      ['ann_Example', `reader@${BOT_SECRET}`],
    ])('takes a bot password as %s', async (name, password) => {
      const client = new Client();
      const { result, warnings } = await client.login(name, password);
      expect(result).toEqual({ login: { result: 'Success', lguserid: ANN, lgusername: 'Ann Example' } });
      expect(warnings).toEqual([]);
      expect((await client.session()).kind).toBe('bot');
    });

    it.each([
      ['Bob', 'wrong', 'wrongpassword'],
      ['Nobody', PASSWORD, 'wrongpassword'],
      ['Maintenance', '', 'authmanager-authn-no-primary'],
      ['Maintenance', 'anything', 'wrongpassword'],
      ['Bob', undefined, 'authmanager-authn-no-primary'],
      [undefined, PASSWORD, 'authmanager-authn-no-primary'],
      ['A#b', PASSWORD, 'authmanager-authn-no-primary'],
      ['192.0.2.1', PASSWORD, 'authmanager-authn-no-primary'],
      ['Bob', 'x'.repeat(5000), 'wrongpassword'],
      ['Ann Example@reader', `${BOT_SECRET.slice(1)}0`, 'wrongpassword'],
      ['Ann Example@nosuch', BOT_SECRET, 'wrongpassword'],
      ['Nobody@reader', BOT_SECRET, 'wrongpassword'],
      ['Ann Example@broken', BOT_SECRET, 'botpasswords-needs-reset'],
      ['Ann Example@home', BOT_SECRET, 'wrongpassword'],
      ['Ann Example@nowhere', BOT_SECRET, 'wrongpassword'],
      ['Ann Example@garbled', BOT_SECRET, 'wrongpassword'],
      ['Ann Example@backwards', BOT_SECRET, 'wrongpassword'],
    ])('refuses %s with %s', async (name, password, code) => {
      const client = new Client();
      expect(await client.login(name, password)).toMatchObject({ result: { login: { result: 'Failed', reason: { code } } } });
      expect((await client.session()).actor.isAnon).toBe(true);
    });

    it('lets a bot password in from the addresses it names', async () => {
      for (const ip of ['192.0.2.77', '2001:db8:5::1', '::ffff:192.0.2.1']) {
        expect(await new Client({ ip }).login('Ann Example@home', BOT_SECRET)).toMatchObject({ result: { login: { result: 'Success' } } });
      }
      expect(await new Client().login('Ann Example@page', BOT_SECRET)).toMatchObject({ result: { login: { result: 'Success' } } });
      const client = new Client({ ip: '192.0.2.77' });
      await client.login('Ann Example@home', BOT_SECRET);
      client.request.ip = '198.51.100.1';
      expect((await client.session()).actor.isAnon).toBe(true);
    });

    it('knows the unsalted passwords of the first wikis', async () => {
      await wiki.db
        .updateTable('user')
        .set({ user_password: '09f9e9c160935376843f4498df6e434f', user_id: 17 })
        .where('user_id', '=', CAT)
        .execute();
      expect(await new Client().login('Cat', PASSWORD)).toMatchObject({ result: { login: { lguserid: 17 } } });
    });

    it('gives its token to clients that ask without one, and checks it', async () => {
      const client = new Client();
      const asked = await client.perform('login', { lgname: 'Ann Example', lgpassword: PASSWORD });
      expect(asked.result).toEqual({ login: { result: 'NeedToken', token: expect.stringMatching(/^[0-9a-f]{40,}\+\\$/) } });
      expect(asked.warnings).toMatchObject([{ code: 'deprecation', data: { feature: 'action=login&!lgtoken' } }]);
      const lgtoken = (asked.result as { login: { token: string } }).login.token;
      expect(await client.perform('login', { lgname: 'Bob', lgpassword: PASSWORD, lgtoken: 'abc+\\' })).toMatchObject({
        result: { login: { result: 'WrongToken' } },
      });
      expect(await client.perform('login', { lgname: 'Bob', lgpassword: PASSWORD, lgtoken })).toMatchObject({
        result: { login: { result: 'Success' } },
      });
      expect(await client.perform('login', { lgname: 'Bob', lgpassword: PASSWORD, lgtoken })).toMatchObject({
        result: { login: { result: 'WrongToken' } },
      });
    });

    it('says that the session is lost when no cookie comes back', async () => {
      const lgtoken = (await new Client().session()).token('login');
      const { result, cookies } = await new Client().perform('login', { lgname: 'Bob', lgpassword: PASSWORD, lgtoken });
      expect(result).toMatchObject({ login: { result: 'Failed', reason: { code: 'sessionlost', key: 'authpage-cannot-login-continue' } } });
      expect(cookies).toHaveLength(1);
    });

    it('is for POST, with its secrets in the body', async () => {
      const client = new Client();
      await expect(client.perform('login', {}, { method: 'GET' })).rejects.toMatchObject({ code: 'mustbeposted' });
      await expect(client.perform('login', {}, { url: { lgpassword: 'x', lgtoken: 'y' } })).rejects.toMatchObject({
        code: 'mustpostparams',
        messages: [{ params: ['lgpassword, lgtoken', 2] }],
      });
    });

    it('is refused where other sites may read the answer, and within the session of a bot password', async () => {
      expect(await new Client({ crossOrigin: true }).login('Bob', PASSWORD)).toMatchObject({
        result: { login: { result: 'Aborted', reason: { code: 'api-login-fail-sameorigin' } } },
        cookies: [],
      });
      const bot = new Client();
      await bot.login('Ann Example@reader', BOT_SECRET);
      expect(await bot.login('Bob', PASSWORD)).toMatchObject({
        result: { login: { result: 'Aborted', reason: { code: 'api-login-fail-badsessionprovider' } } },
      });
    });

    it('refuses expired passwords and, where blocks end logins, blocked accounts', async () => {
      await wiki.db.updateTable('user').set({ user_password_expires: '20240601115959' }).where('user_id', '=', BOB).execute();
      expect(await new Client().login('Bob', PASSWORD)).toMatchObject({
        result: { login: { result: 'Aborted', reason: { code: 'api-login-fail-aborted' } } },
      });
      await block({ user: CAT });
      const strict = readSite({}, { ...site.configuration, blockDisablesLogin: true });
      await wiki.db.updateTable('user').set({ user_password: HASH }).where('user_id', '=', CAT).execute();
      accounts = create({ site: strict });
      expect(await new Client().login('Cat', PASSWORD)).toMatchObject({
        result: { login: { result: 'Failed', reason: { code: 'login-userblocked' } } },
      });
    });
  });

  describe('too many attempts', () => {
    it('end in login-throttled, also when they come at once, for one account and address', async () => {
      const client = new Client();
      const lgtoken = await client.loginToken();
      const attempt = (lgname: string) => client.perform('login', { lgname, lgpassword: 'wrong', lgtoken });
      const codes = (await Promise.all(Array.from({ length: 12 }, () => attempt('Bob')))).map(reasonCode);
      expect(codes.filter(code => code === 'wrongpassword')).toHaveLength(5);
      expect(codes.filter(code => code === 'login-throttled')).toHaveLength(7);
      expect(reasonCode(await attempt('Nobody'))).toBe('wrongpassword');
      expect(reasonCode(await new Client({ ip: '192.0.2.200' }).login('Bob', 'wrong'))).toBe('wrongpassword');
      expect(reasonCode(await client.login('bob', PASSWORD))).toBe('login-throttled');
      now += 300_000;
      expect(await client.login('Bob', PASSWORD)).toMatchObject({ result: { login: { result: 'Success' } } });
    });

    it('count for bot passwords too, and for the whole network of an IPv6 customer', async () => {
      const attempt = (i: number) => new Client({ ip: `2001:db8::${i}` }).login('Ann Example@reader', BOT_SECRET.replace('6', '7'));
      for (let i = 1; i <= 5; i++) expect(reasonCode(await attempt(i))).toBe('wrongpassword');
      expect(reasonCode(await attempt(6))).toBe('login-throttled');
    });
  });

  describe('action=clientlogin', () => {
    const fields = { loginreturnurl: 'http://example.org/', username: 'Bob', password: PASSWORD };

    it('passes', async () => {
      const client = new Client();
      expect((await client.perform('clientlogin', { ...fields, logintoken: await client.loginToken() })).result).toEqual({
        clientlogin: { status: 'PASS', username: 'Bob' },
      });
      expect((await client.session()).actor.name).toBe('Bob');
    });

    it.each<[string, Record<string, string>, object]>([
      [
        'wrong password',
        { password: 'wrong' },
        { status: 'FAIL', message: expect.any(String), messagecode: 'wrongpassword', canpreservestate: false },
      ],
      ['raw message', { password: 'wrong', loginmessageformat: 'raw' }, { message: { key: 'wrongpassword', params: [] } }],
      ['no password', { password: '' }, { messagecode: 'authmanager-authn-no-primary' }],
      ['other requests', { loginrequests: 'Other' }, { messagecode: 'authmanager-authn-no-primary' }],
      ['continued', { logincontinue: '1' }, { messagecode: 'authmanager-authn-not-in-progress' }],
    ])('fails: %s', async (_, change, expected) => {
      const client = new Client();
      const { result } = await client.perform('clientlogin', { ...fields, ...change, logintoken: await client.loginToken() });
      expect(result).toMatchObject({ clientlogin: { status: 'FAIL', ...expected } });
    });

    it.each<[string, Record<string, string>, object]>([
      ['missingparam', {}, {}],
      ['badtoken', { logintoken: 'x' }, {}],
      ['mustpostparams', {}, { url: { logintoken: 'x' } }],
      ['missingparam', {}, { method: 'GET' }],
    ])('answers %s', async (code, change, how) => {
      await expect(new Client().perform('clientlogin', { ...fields, ...change }, how)).rejects.toMatchObject({ code });
    });

    it('wants a return URL or a continuation, and the password in the body', async () => {
      const client = new Client();
      const logintoken = await client.loginToken();
      await expect(client.perform('clientlogin', { logintoken })).rejects.toMatchObject({ code: 'missingparam' });
      await expect(client.perform('clientlogin', { logintoken, loginreturnurl: 'foo' })).rejects.toMatchObject({
        code: 'badurl_loginreturnurl',
      });
      await expect(
        client.perform('clientlogin', { ...fields, password: '', logintoken }, { url: { password: 'x' } }),
      ).resolves.toBeDefined();
      await expect(
        client.perform('clientlogin', { logintoken, loginreturnurl: 'http://a/' }, { url: { password: 'x' } }),
      ).rejects.toMatchObject({
        code: 'mustpostparams',
      });
    });

    it('keeps the login for longer than the browser only when asked', async () => {
      const login = async (extra: object) => {
        const client = new Client();
        const { cookies } = await client.perform('clientlogin', { ...fields, ...extra, logintoken: await client.loginToken() });
        return cookies.find(cookie => cookie.startsWith('wiki_session='));
      };
      expect(await login({})).not.toContain('Max-Age');
      expect(await login({ rememberMe: '1' })).toContain('Max-Age=2592000');
    });
  });

  describe('action=logout', () => {
    it('needs the csrf token and ends the session', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      await expect(client.perform('logout', { token: '+\\' })).rejects.toMatchObject({ code: 'badtoken' });
      const token = (await client.session()).actor.token('');
      const { result, cookies } = await client.perform('logout', { token });
      expect(result).toEqual({});
      expect(cookies).toEqual([
        expect.stringMatching(/^wiki_session=deleted; Max-Age=0; /),
        expect.stringMatching(/^wikiUserID=deleted; Max-Age=0; /),
      ]);
      expect((await client.session()).actor.isAnon).toBe(true);
      await expect(client.perform('logout', { token })).rejects.toMatchObject({ code: 'badtoken' });
      expect((await client.perform('logout', { token: '+\\' })).warnings).toMatchObject([{ code: 'notloggedin' }]);
    });

    it('gives back the session that lies under that of a bot password', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      await client.login('Ann Example@reader', BOT_SECRET);
      expect((await client.session()).actor.name).toBe('Ann Example');
      await client.perform('logout', { token: (await client.session()).actor.token('') });
      expect((await client.session()).actor.name).toBe('Bob');
    });
  });

  describe('session cookies', () => {
    it('are named and marked as those of MediaWiki', async () => {
      const client = new Client({ secure: true });
      expect((await client.login('Ann Example', PASSWORD)).cookies).toEqual([
        expect.stringMatching(/^wiki_session=[\w.-]+; Max-Age=2592000; Path=\/; Expires=Mon, 01 Jul 2024 12:00:00 GMT; HttpOnly; Secure$/i),
        expect.stringMatching(/^wikiUserID=1; Max-Age=15552000; Path=\/; /i),
        expect.stringMatching(/^wikiUserName=Ann%20Example; Max-Age=15552000; /i),
      ]);
      accounts = create({ cookiePrefix: 'mine', sameSite: 'lax' });
      expect((await new Client().login('Ann Example@reader', BOT_SECRET)).cookies).toEqual([
        expect.stringMatching(/^mine_BPsession=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/i),
      ]);
    });

    it('tell when the account logged in', async () => {
      const client = new Client();
      expect((await client.session()).loggedInAt).toBeUndefined();
      await client.login('Ann Example', PASSWORD);
      const then = new Date(now);
      now += 3_600_000;
      expect((await client.session()).loggedInAt).toEqual(then);
    });

    it('are refused and cleared after the change of any character', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      const value = client.jar.get('wiki_session') ?? '';
      expect(value.length).toBeGreaterThan(100);
      for (let at = 0; at < value.length; at++) {
        // The neighbour in the alphabet differs in the lowest bit alone, which some decoders overlook in the last character.
        const changed = value.slice(0, at) + neighbour(value.charAt(at)) + value.slice(at + 1);
        const session = await accounts.session({ cookie: `wiki_session=${changed}`, ip: '192.0.2.1' });
        expect(session.actor.isAnon).toBe(true);
        expect(await session.setCookies()).toEqual([expect.stringMatching(/^wiki_session=deleted/)]);
      }
    });

    it('are refused after the change of any bit', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      const value = client.jar.get('wiki_session') ?? '';
      expect((await accounts.session({ cookie: `wiki_session=${value}`, ip: '192.0.2.1' })).actor.isAnon).toBe(false);
      for (let bit = 0; bit < 8 * value.length; bit++) {
        const bytes = Buffer.from(value, 'latin1');
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        const session = await accounts.session({ cookie: `wiki_session=${bytes.toString('latin1')}`, ip: '192.0.2.1' });
        expect(session.actor.isAnon).toBe(true);
      }
    });

    it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJqdGkiOiJ4IiwidWlkIjoxLCJmcCI6IiIsImV4cCI6OTk5OTk5OTk5OX0.'])(
      'that nobody signed hold nothing: "%s"',
      async value => {
        expect((await accounts.session({ cookie: `wiki_session=${value}`, ip: '192.0.2.1' })).actor.isAnon).toBe(true);
      },
    );

    it('of MediaWiki itself are left alone', async () => {
      const session = await accounts.session({ cookie: 'wiki_session=0v3045h9tipgk6gc8cn0oan42gvii3hb', ip: '192.0.2.1' });
      expect(await session.setCookies()).toEqual([]);
    });

    it('of one kind do not serve as the other, nor for another wiki or key', async () => {
      const client = new Client();
      await client.login('Ann Example@reader', BOT_SECRET);
      const value = client.jar.get('wiki_BPsession');
      const isAnon = async (maker: Accounts, cookie: string) => (await maker.session({ cookie, ip: '192.0.2.1' })).actor.isAnon;
      expect(await isAnon(accounts, `wiki_BPsession=${value}`)).toBe(false);
      expect(await isAnon(accounts, `wiki_session=${value}`)).toBe(true);
      const foreign = create({ site: readSite({ general: { wikiid: 'other' } }, site.configuration), cookiePrefix: 'wiki' });
      expect(await isAnon(foreign, `wiki_BPsession=${value}`)).toBe(true);
      const rekeyed = create({ secretKey: randomBytes(32).toString('hex') });
      expect(await isAnon(rekeyed, `wiki_BPsession=${value}`)).toBe(true);
      expect(await isAnon(create(), `wiki_BPsession=${value}`)).toBe(false);
    });

    it('end when nobody used them for a while', async () => {
      const remembered = new Client();
      await remembered.login('Bob', PASSWORD);
      const bot = new Client();
      await bot.login('Ann Example@reader', BOT_SECRET);
      now += DAY - 1000;
      expect([(await remembered.session()).kind, (await bot.session()).kind]).toEqual(['user', 'bot']);
      now += 2000;
      expect([(await remembered.session()).kind, (await bot.session()).kind]).toEqual(['user', 'anonymous']);
      now += 29 * DAY;
      const late = await remembered.session();
      // The browser knows that they are out of date; and it may be the clock that is wrong.
      expect([late.kind, late.setsCookies(true)]).toEqual(['anonymous', false]);
    });

    it('are renewed while they are used, until the session has lasted long enough', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      const then = new Date(now);
      const token = (await client.session()).actor.token('');
      for (let days = 1; days < 180; days++) {
        now += DAY;
        const session = await client.session();
        expect([days, session.kind, session.loggedInAt]).toEqual([days, 'user', then]);
        expect(session.isActorToken('', token)).toBe(true);
        // What caches may keep is not the place.
        expect(session.setsCookies(false)).toBe(false);
        if (session.setsCookies(true)) client.keep(await session.setCookies());
      }
      now += DAY;
      expect((await client.session()).kind).toBe('anonymous');
    });

    it('are renewed once in a while only', async () => {
      const client = new Client();
      await client.login('Ann Example@reader', BOT_SECRET);
      now += 3_599_000;
      expect((await client.session()).setsCookies(true)).toBe(false);
      now += 2000;
      const session = await client.session();
      expect(session.setsCookies(true)).toBe(true);
      expect(await session.setCookies()).toEqual([expect.stringMatching(/^wiki_BPsession=[\w.-]+; Path=\/; HttpOnly$/)]);
    });

    it('stand a clock that is set', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      // An hour back: they are renewed, so that they do not last for longer than others.
      now -= 3_600_000;
      const session = await client.session();
      expect([session.kind, session.setsCookies(true)]).toEqual(['user', true]);
      // Years back, and on: they are not taken, but not taken away.
      for (const years of [-50, 20]) {
        const wrong = now + years * 365 * DAY;
        const other = create({ now: () => wrong });
        const lost = await other.session({ ip: '192.0.2.1', cookie: `wiki_session=${client.jar.get('wiki_session')}` });
        expect([lost.kind, lost.setsCookies(true)]).toEqual(['anonymous', false]);
      }
      expect((await client.session()).kind).toBe('user');
    });

    it('do not go on after logout, in no process and with no cookie of the session', async () => {
      const revocations = new RevocationTable(
        () => now,
        () => now,
      );
      accounts = create({ revocations });
      const client = new Client();
      const other = new Client();
      await Promise.all([client.login('Bob', PASSWORD), other.login('Bob', PASSWORD)]);
      const first = client.jar.get('wiki_session');
      now += 2 * DAY;
      const session = await client.session();
      client.keep(await session.setCookies());
      const second = client.jar.get('wiki_session');
      expect(second).not.toBe(first);
      await client.perform('logout', { token: session.actor.token('') });
      for (const process of [accounts, create({ revocations })])
        for (const cookie of [first, second]) {
          const after = await process.session({ ip: '198.51.77.1', cookie: `wiki_session=${cookie}` });
          expect(after.kind).toBe('anonymous');
          expect(await after.setCookies()).toEqual([expect.stringMatching(/^wiki_session=deleted/)]);
        }
      expect((await other.session()).kind).toBe('user');
    });

    it('do not go on after another login, nor after logout from that of a bot password', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      const before = client.jar.get('wiki_session');
      await client.login('Bob', PASSWORD);
      expect((await accounts.session({ ip: '198.51.77.1', cookie: `wiki_session=${before}` })).kind).toBe('anonymous');
      await client.login('Ann Example@reader', BOT_SECRET);
      const bot = client.jar.get('wiki_BPsession');
      await client.perform('logout', { token: (await client.session()).actor.token('') });
      expect((await accounts.session({ ip: '198.51.77.1', cookie: `wiki_BPsession=${bot}` })).kind).toBe('anonymous');
      expect((await client.session()).actor.name).toBe('Bob');
    });

    it('go on under a new secret key as long as the old one is known', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      const token = (await client.session()).actor.token('');
      const secretKey = randomBytes(32).toString('hex');
      accounts = create({ secretKey, oldSecretKeys: [randomBytes(32).toString('hex'), SECRET_KEY] });
      const session = await client.session();
      expect([session.kind, session.isActorToken('', token), session.setsCookies(true)]).toEqual(['user', true, true]);
      client.keep(await session.setCookies());
      accounts = create({ secretKey });
      expect((await client.session()).kind).toBe('user');
      expect(() => create({ oldSecretKeys: ['short'] })).toThrow(RangeError);
    });

    it('are not looked at when they are longer than ours', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      for (const junk of ['x'.repeat(8000), `${'a'.repeat(4000)}.${'b'.repeat(4000)}.${'c'.repeat(43)}`, '.'.repeat(8000)]) {
        const session = await accounts.session({ ip: '192.0.2.1', cookie: `wiki_session=${junk}` });
        expect(session.kind).toBe('anonymous');
      }
      const crowd = Array.from({ length: 3000 }, (_, at) => `c${at}=.`).join('; ');
      expect((await accounts.session({ ip: '192.0.2.1', cookie: `${crowd}; wiki_session=${client.jar.get('wiki_session')}` })).kind).toBe(
        'user',
      );
    });

    it('end when the token of the account changes, or the bot password goes', async () => {
      const bob = new Client();
      await bob.login('Bob', PASSWORD);
      const bot = new Client();
      await bot.login('Ann Example@reader', BOT_SECRET);
      await Promise.all([bob.session(), bot.session()]);
      await wiki.db.updateTable('user').set({ user_token: 'another' }).where('user_id', '=', BOB).execute();
      await wiki.db.deleteFrom('bot_passwords').where('bp_app_id', '=', 'reader').execute();
      now += 5001;
      expect((await bob.session()).actor.isAnon).toBe(true);
      expect((await bot.session()).actor.isAnon).toBe(true);
    });

    it('need a secret worth the name', () => {
      expect(() => create({ secretKey: 'short' })).toThrow('secretKey');
    });
  });

  describe('tokens', () => {
    it('have the form of MediaWiki and fit one session and one purpose', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      const { actor } = await client.session();
      expect(actor.token('')).toMatch(/^[0-9a-f]{32}665b0d40\+\\$/);
      expect(actor.token('')).not.toBe(actor.token('patrol'));
      const patrol = actor.token('patrol');
      now += 86_400_000;
      const later = await client.session();
      expect(later.isActorToken('patrol', patrol)).toBe(true);
      expect(later.isActorToken('', patrol)).toBe(false);
      expect(later.isToken('patrol', patrol)).toBe(false);
      for (const broken of ['', '+\\', patrol.slice(1), patrol.replace('665', '666'), patrol.toUpperCase()])
        expect(later.isActorToken('patrol', broken)).toBe(false);
      const again = new Client();
      await again.login('Bob', PASSWORD);
      expect((await again.session()).isActorToken('patrol', patrol)).toBe(false);
    });

    it('of an anonymous reader are +\\, and only a session token sets a cookie', async () => {
      const session = await accounts.session({ ip: '192.0.2.1' });
      expect(session.actor.token('')).toBe('+\\');
      expect(session.isActorToken('', '+\\')).toBe(true);
      expect(await session.setCookies()).toEqual([]);
      const token = session.token('login');
      expect(await session.setCookies()).toEqual([expect.stringMatching(/^wiki_session=[\w.-]+; Path=\/; HttpOnly$/i)]);
      expect(session.isToken('login', token)).toBe(true);
      expect(session.isToken('createaccount', token)).toBe(false);
    });
  });

  describe('groups and rights', () => {
    const actorOf = async (name: string, password = PASSWORD) => {
      const client = new Client();
      await client.login(name, password);
      return (await client.session()).actor;
    };

    it('come from memberships that last, then from what everybody and every account has, then from what it did', async () => {
      const ann = await actorOf('Ann Example');
      expect(ann.groups).toEqual(['sysop', '*', 'user', 'autoconfirmed']);
      expect(ann.implicitGroups).toEqual(['*', 'user', 'autoconfirmed']);
      expect(ann.can('delete')).toBe(true);
      expect([...ann.rights][0]).toBe('block');
      expect(ann.can('bot')).toBe(false);
      const bob = await actorOf('Bob');
      expect(bob.groups).toEqual(['bot', '*', 'user']);
      expect(bob.can('delete')).toBe(false);
    });

    it('of a bot password are those that it grants and the account has', async () => {
      const reader = await actorOf('Ann Example@reader', BOT_SECRET);
      expect(reader.groups).toEqual(['sysop', '*', 'user', 'autoconfirmed']);
      expect(reader.rights).toEqual(
        new Set(['autoconfirmed', 'autopatrol', 'editsemiprotected', 'ipblock-exempt', 'read', 'unwatchedpages', 'viewmywatchlist']),
      );
    });

    it('can be taken away from a group', async () => {
      accounts = create({ revokedRights: { user: ['edit'], sysop: ['delete'] } });
      const ann = await actorOf('Ann Example');
      expect([ann.can('edit'), ann.can('delete'), ann.can('block')]).toEqual([false, false, true]);
      expect((await accounts.session({ ip: '192.0.2.1' })).actor.can('edit')).toBe(true);
    });

    it('of an anonymous reader are those of everybody, under the address', async () => {
      const { actor } = await accounts.session({ ip: '2001:db8::1a' });
      expect(actor).toMatchObject({ id: 0, name: '2001:DB8:0:0:0:0:0:1A', isAnon: true, groups: ['*'], implicitGroups: ['*'] });
      expect(actor.can('read')).toBe(true);
      expect(actor.can('move')).toBe(false);
    });
  });

  describe('blocks', () => {
    const blockOf = async (ip: string) => (await accounts.session({ ip })).actor.block();
    const blockOfBob = async (ip: string) => {
      const client = new Client({ ip });
      await client.login('Bob', PASSWORD);
      return (await client.session()).actor.block();
    };

    it('of addresses, ranges and accounts are found', async () => {
      await block({ address: '203.0.113.9', hex: 'CB007109' });
      await block({ address: '198.51.100.0/24', hex: 'C6336400', range: ['C6336400', 'C63364FF'] });
      await block({
        address: '2001:DB8:0:FF:0:0:0:0/64',
        hex: 'v6-20010DB8000000FF0000000000000000',
        range: ['v6-20010DB8000000FF0000000000000000', 'v6-20010DB8000000FFFFFFFFFFFFFFFFFF'],
      });
      expect(await blockOf('203.0.113.9')).toMatchObject({
        id: 1,
        target: '203.0.113.9',
        by: 'Ann Example',
        byId: ANN,
        reason: 'noise',
        partial: false,
      });
      expect(await blockOf('198.51.100.200')).toMatchObject({ id: 2, target: '198.51.100.0/24' });
      expect(await blockOf('2001:db8:0:ff::3')).toMatchObject({ id: 3 });
      for (const free of ['203.0.113.8', '198.51.101.0', '2001:db8:0:fe::3']) expect(await blockOf(free)).toBeUndefined();
      await block({ user: BOB, partial: true, deleted: true });
      expect(await blockOfBob('192.0.2.1')).toMatchObject({ id: 4, target: 'Bob', partial: true, hideUser: true });
    });

    it('that ended, or are for anonymous readers alone, do not hold', async () => {
      await block({ address: '203.0.113.9', hex: 'CB007109', expiry: '20240601120000' });
      await block({ address: '203.0.113.10', hex: 'CB00710A', anonOnly: true });
      expect(await blockOf('203.0.113.9')).toBeUndefined();
      expect(await blockOf('203.0.113.10')).toMatchObject({ anonOnly: true });
      expect(await blockOfBob('203.0.113.10')).toBeUndefined();
    });

    it('of addresses spare those who are exempt', async () => {
      await block({ address: '203.0.113.9', hex: 'CB007109' });
      const client = new Client({ ip: '203.0.113.9' });
      await client.login('Ann Example', PASSWORD);
      expect(await (await client.session()).actor.block()).toBeUndefined();
      expect(await blockOfBob('203.0.113.9')).toMatchObject({ id: 1 });
    });

    it('sum up; an autoblock hides its address and adds nothing to the block it comes from', async () => {
      await block({ user: BOB, expiry: '20250101000000' });
      await block({ address: '203.0.113.77', hex: 'CB00714D', auto: true, parent: 1 });
      expect(await blockOfBob('203.0.113.77')).toMatchObject({ id: 1, target: 'Bob' });
      expect(await blockOf('203.0.113.77')).toMatchObject({ id: 2, target: undefined, auto: true });
      await block({ address: '203.0.113.0/24', hex: 'CB007100', range: ['CB007100', 'CB0071FF'], partial: true });
      now += 5001;
      const both = await blockOfBob('203.0.113.77');
      expect(both).toMatchObject({ id: 0, by: '', byId: 0, expiry: 'infinity', partial: false });
      expect(both?.components?.map(component => component.id)).toEqual([1, 3]);
    });

    it('take the rights of accounts away where they end logins', async () => {
      const client = new Client();
      await client.login('Bob', PASSWORD);
      await block({ user: BOB });
      accounts = create({ site: readSite({ general: { wikiid: 'wiki' } }, { ...site.configuration, blockDisablesLogin: true }) });
      const { actor } = await client.session();
      expect([actor.name, actor.can('read'), actor.can('move')]).toEqual(['Bob', true, false]);
    });
  });

  it('reads an account once in five seconds', async () => {
    const client = new Client();
    await client.login('Bob', PASSWORD);
    await client.session();
    await wiki.db.updateTable('user').set({ user_name: 'Robert' }).where('user_id', '=', BOB).execute();
    expect((await client.session()).actor.name).toBe('Bob');
    now += 5001;
    expect((await client.session()).actor.name).toBe('Robert');
  });

  it('needs no database for an anonymous reader, until someone asks about blocks', async () => {
    const gone = await openWiki(engine);
    await gone.close();
    const { actor } = await create({ db: gone.db }).session({ ip: '192.0.2.1' });
    expect(actor.can('read')).toBe(true);
    await expect(actor.block()).rejects.toBeInstanceOf(Error);
  });
});

const create = (options: Partial<AccountsOptions> = {}) =>
  createAccounts({ db: wiki.db, site, secretKey: SECRET_KEY, users, now: () => now, elapsed: () => now, ...options });

const botPassword = (bp_app_id: string, rest: { bp_grants?: string; bp_restrictions?: string; bp_password?: string } = {}) => ({
  bp_user: ANN,
  bp_app_id,
  bp_password: BOT_HASH,
  bp_token: `bot token ${bp_app_id}`.padEnd(32, '.'),
  bp_restrictions: '{"IPAddresses":["0.0.0.0/0","::/0"]}',
  bp_grants: '["basic"]',
  ...rest,
});

interface How {
  readonly method?: 'GET' | 'POST';
  readonly url?: Readonly<Record<string, string>>;
}

/** Keeps cookies, as a browser does. */
class Client {
  readonly jar = new Map<string, string>();
  readonly request: SessionRequest & { ip: string };
  constructor(request: Partial<SessionRequest> = {}) {
    this.request = { ip: '192.0.2.1', ...request };
    if (!request.ip && !request.crossOrigin) this.request.ip = '198.51.77.1';
  }

  session() {
    return accounts.session({ ...this.request, cookie: [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ') });
  }
  async loginToken(): Promise<string> {
    const session = await this.session();
    const token = session.token('login');
    this.keep(await session.setCookies());
    return token;
  }
  async login(name: string | undefined, password: string | undefined) {
    const lgtoken = await this.loginToken();
    return this.perform('login', {
      ...(name !== undefined && { lgname: name }),
      ...(password !== undefined && { lgpassword: password }),
      lgtoken,
    });
  }
  async perform(name: string, body: Readonly<Record<string, string>>, { method = 'POST', url = {} }: How = {}) {
    const session = await this.session();
    const query = new URLSearchParams({
      ...url,
      ...(method === 'GET' && body),
      action: name,
      format: 'json',
      formatversion: '2',
      errorformat: 'raw',
    });
    const api = apiOf(wiki, [login, clientlogin, logout], {
      services: { sessions: { ...accounts.authentication, of: () => session } },
      identity: { actor: session.actor, session, isToken: (kind, token) => session.accepts(kind, token) },
    });
    const response = await api({
      method,
      query: query.toString(),
      ...(method === 'POST' && { body: new URLSearchParams(body).toString() }),
      headers: {},
      ip: session.ip,
      signal: AbortSignal.timeout(60_000),
    });
    const { warnings = [], errors, ...result } = JSON.parse(response.body);
    if (errors) throw Object.assign(new Error(errors[0].code), { ...errors[0], messages: errors });
    const cookies = await session.setCookies();
    this.keep(cookies);
    const told = (warnings as readonly { code: string; key: string }[]).filter(({ code }) => code !== 'deprecation-help');
    return { result, warnings: told, cookies };
  }
  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === 'deleted') this.jar.delete(name);
      else this.jar.set(name, value);
    }
  }
}

const reasonCode = ({ result }: { result: Readonly<Record<string, unknown>> }) =>
  (result as { login: { reason?: { code: string } } }).login.reason?.code;

interface BlockRow {
  readonly user?: number;
  readonly address?: string;
  readonly hex?: string;
  readonly range?: readonly [string, string];
  readonly expiry?: string;
  readonly anonOnly?: boolean;
  readonly partial?: boolean;
  readonly deleted?: boolean;
  readonly auto?: boolean;
  readonly parent?: number;
}

/** Writes a block; the first of a test has id 1. */
async function block({
  user,
  address,
  hex,
  range,
  expiry = 'infinity',
  anonOnly,
  partial,
  deleted,
  auto,
  parent,
}: BlockRow): Promise<void> {
  const { db } = wiki;
  const { last } = await db
    .selectFrom('block')
    .select(eb => eb.fn.max('bl_id').as('last'))
    .executeTakeFirstOrThrow();
  const id = (last ?? 0) + 1;
  const name =
    user === undefined
      ? undefined
      : (await db.selectFrom('user').select('user_name').where('user_id', '=', user).executeTakeFirstOrThrow()).user_name;
  await db
    .insertInto('block_target')
    .values({
      bt_id: id,
      bt_user: user ?? null,
      bt_user_text: name ?? null,
      bt_address: address ?? null,
      bt_ip_hex: hex ?? null,
      bt_range_start: range?.[0] ?? null,
      bt_range_end: range?.[1] ?? null,
      bt_auto: Number(auto ?? false),
    })
    .execute();
  await db
    .insertInto('block')
    .values({
      bl_id: id,
      bl_target: id,
      bl_by_actor: 7,
      bl_reason_id: 5,
      bl_timestamp: '20240101000000',
      bl_expiry: expiry,
      bl_anon_only: Number(anonOnly ?? false),
      bl_sitewide: Number(!partial),
      bl_deleted: Number(deleted ?? false),
      bl_parent_block_id: parent ?? null,
    })
    .execute();
}

/** The base64url digit that differs in the lowest bit; a dot becomes a digit. */
function neighbour(character: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return digits.charAt(Math.max(0, digits.indexOf(character)) ^ 1);
}
