// Login and logout with a database.
import { readSite } from '@wikiquery/site';
import { engines } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { ANN, BOB, BOT_SECRET, CAT, HASH, PASSWORD, sceneOn, site } from './accounts.test-kit.ts';

describe.each(engines)('on %s', engine => {
  const scene = sceneOn(engine);

  describe('action=login', () => {
    it('accepts the account password with a deprecation warning', async () => {
      const client = scene.client();
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
    ])('accepts a bot password for the name %s', async (name, password) => {
      const client = scene.client();
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
    ])('rejects the name %s with the password %s', async (name, password, code) => {
      const client = scene.client();
      expect(await client.login(name, password)).toMatchObject({ result: { login: { result: 'Failed', reason: { code } } } });
      expect((await client.session()).actor.isAnon).toBe(true);
    });

    it('accepts a bot password only from its allowed addresses', async () => {
      for (const ip of ['192.0.2.77', '2001:db8:5::1', '::ffff:192.0.2.1']) {
        expect(await scene.client({ ip }).login('Ann Example@home', BOT_SECRET)).toMatchObject({
          result: { login: { result: 'Success' } },
        });
      }
      expect(await scene.client().login('Ann Example@page', BOT_SECRET)).toMatchObject({ result: { login: { result: 'Success' } } });
      const client = scene.client({ ip: '192.0.2.77' });
      await client.login('Ann Example@home', BOT_SECRET);
      client.request.ip = '198.51.100.1';
      expect((await client.session()).actor.isAnon).toBe(true);
    });

    it('accepts passwords that old wikis hashed with MD5 and the user id as salt', async () => {
      await scene.wiki.db
        .updateTable('user')
        .set({ user_password: '09f9e9c160935376843f4498df6e434f', user_id: 17 })
        .where('user_id', '=', CAT)
        .execute();
      expect(await scene.client().login('Cat', PASSWORD)).toMatchObject({ result: { login: { lguserid: 17 } } });
    });

    it('returns a token to clients without one and checks it', async () => {
      const client = scene.client();
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

    it('reports a lost session if the client sends no cookie', async () => {
      const lgtoken = (await scene.client().session()).token('login');
      const { result, cookies } = await scene.client().perform('login', { lgname: 'Bob', lgpassword: PASSWORD, lgtoken });
      expect(result).toMatchObject({ login: { result: 'Failed', reason: { code: 'sessionlost', key: 'authpage-cannot-login-continue' } } });
      expect(cookies).toHaveLength(1);
    });

    it('requires POST with secrets in the body', async () => {
      const client = scene.client();
      await expect(client.perform('login', {}, { method: 'GET' })).rejects.toMatchObject({ code: 'mustbeposted' });
      await expect(client.perform('login', {}, { url: { lgpassword: 'x', lgtoken: 'y' } })).rejects.toMatchObject({
        code: 'mustpostparams',
        messages: [{ params: ['lgpassword, lgtoken', 2] }],
      });
    });

    it('is aborted for cross-origin requests and in bot password sessions', async () => {
      expect(await scene.client({ crossOrigin: true }).login('Bob', PASSWORD)).toMatchObject({
        result: { login: { result: 'Aborted', reason: { code: 'api-login-fail-sameorigin' } } },
        cookies: [],
      });
      const bot = scene.client();
      await bot.login('Ann Example@reader', BOT_SECRET);
      expect(await bot.login('Bob', PASSWORD)).toMatchObject({
        result: { login: { result: 'Aborted', reason: { code: 'api-login-fail-badsessionprovider' } } },
      });
    });

    it('rejects expired passwords, and blocked accounts if blocks disable logins', async () => {
      await scene.wiki.db.updateTable('user').set({ user_password_expires: '20240601115959' }).where('user_id', '=', BOB).execute();
      expect(await scene.client().login('Bob', PASSWORD)).toMatchObject({
        result: { login: { result: 'Aborted', reason: { code: 'api-login-fail-aborted' } } },
      });
      await scene.block({ user: CAT });
      const strict = readSite({}, { ...site.configuration, blockDisablesLogin: true });
      await scene.wiki.db.updateTable('user').set({ user_password: HASH }).where('user_id', '=', CAT).execute();
      scene.accounts = scene.create({ site: strict });
      expect(await scene.client().login('Cat', PASSWORD)).toMatchObject({
        result: { login: { result: 'Failed', reason: { code: 'login-userblocked' } } },
      });
    });
  });

  describe('too many login attempts', () => {
    it('are throttled per account and address, also in parallel', async () => {
      const client = scene.client();
      const lgtoken = await client.loginToken();
      const attempt = (lgname: string) => client.perform('login', { lgname, lgpassword: 'wrong', lgtoken });
      const codes = (await Promise.all(Array.from({ length: 12 }, () => attempt('Bob')))).map(reasonCode);
      expect(codes.filter(code => code === 'wrongpassword')).toHaveLength(5);
      expect(codes.filter(code => code === 'login-throttled')).toHaveLength(7);
      expect(reasonCode(await attempt('Nobody'))).toBe('wrongpassword');
      expect(reasonCode(await scene.client({ ip: '192.0.2.200' }).login('Bob', 'wrong'))).toBe('wrongpassword');
      expect(reasonCode(await client.login('bob', PASSWORD))).toBe('login-throttled');
      scene.now += 300_000;
      expect(await client.login('Bob', PASSWORD)).toMatchObject({ result: { login: { result: 'Success' } } });
    });

    it('are throttled for bot passwords and per IPv6 network', async () => {
      const attempt = (i: number) => scene.client({ ip: `2001:db8::${i}` }).login('Ann Example@reader', BOT_SECRET.replace('6', '7'));
      for (let i = 1; i <= 5; i++) expect(reasonCode(await attempt(i))).toBe('wrongpassword');
      expect(reasonCode(await attempt(6))).toBe('login-throttled');
    });
  });

  describe('action=clientlogin', () => {
    const fields = { loginreturnurl: 'http://example.org/', username: 'Bob', password: PASSWORD };

    it('logs in with the account password', async () => {
      const client = scene.client();
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
    ])('returns the status FAIL for the case: %s', async (_, change, expected) => {
      const client = scene.client();
      const { result } = await client.perform('clientlogin', { ...fields, ...change, logintoken: await client.loginToken() });
      expect(result).toMatchObject({ clientlogin: { status: 'FAIL', ...expected } });
    });

    it.each<[string, Record<string, string>, object]>([
      ['missingparam', {}, {}],
      ['badtoken', { logintoken: 'x' }, {}],
      ['mustpostparams', {}, { url: { logintoken: 'x' } }],
      ['missingparam', {}, { method: 'GET' }],
    ])('returns the error %s for a request without a valid token in the body', async (code, change, how) => {
      await expect(scene.client().perform('clientlogin', { ...fields, ...change }, how)).rejects.toMatchObject({ code });
    });

    it('requires a return URL or a continuation, and the password in the body', async () => {
      const client = scene.client();
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

    it('persists the login beyond the browser session only on request', async () => {
      const login = async (extra: object) => {
        const client = scene.client();
        const { cookies } = await client.perform('clientlogin', { ...fields, ...extra, logintoken: await client.loginToken() });
        return cookies.find(cookie => cookie.startsWith('wiki_session='));
      };
      expect(await login({})).not.toContain('Max-Age');
      expect(await login({ rememberMe: '1' })).toContain('Max-Age=2592000');
    });
  });

  describe('action=logout', () => {
    it('requires the csrf token and ends the session', async () => {
      const client = scene.client();
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

    it('restores the regular session after a bot password session', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      await client.login('Ann Example@reader', BOT_SECRET);
      expect((await client.session()).actor.name).toBe('Ann Example');
      await client.perform('logout', { token: (await client.session()).actor.token('') });
      expect((await client.session()).actor.name).toBe('Bob');
    });
  });
});

const reasonCode = ({ result }: { result: Readonly<Record<string, unknown>> }) =>
  (result as { login: { reason?: { code: string } } }).login.reason?.code;
