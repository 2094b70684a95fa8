// Session cookies and tokens with a database.
import { randomBytes } from 'node:crypto';
import { readSite } from '@wikiquery/site';
import { engines } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { BOB, BOT_SECRET, DAY, PASSWORD, SECRET_KEY, sceneOn, site } from './accounts.test-kit.ts';
import { type Accounts, RevocationTable } from './index.ts';

describe.each(engines)('on %s', engine => {
  const scene = sceneOn(engine);

  describe('session cookies', () => {
    it("have the names and attributes of MediaWiki's cookies", async () => {
      const client = scene.client({ secure: true });
      expect((await client.login('Ann Example', PASSWORD)).cookies).toEqual([
        expect.stringMatching(/^wiki_session=[\w.-]+; Max-Age=2592000; Path=\/; Expires=Mon, 01 Jul 2024 12:00:00 GMT; HttpOnly; Secure$/i),
        expect.stringMatching(/^wikiUserID=1; Max-Age=15552000; Path=\/; /i),
        expect.stringMatching(/^wikiUserName=Ann%20Example; Max-Age=15552000; /i),
      ]);
      scene.accounts = scene.create({ cookiePrefix: 'mine', sameSite: 'lax' });
      expect((await scene.client().login('Ann Example@reader', BOT_SECRET)).cookies).toEqual([
        expect.stringMatching(/^mine_BPsession=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax$/i),
      ]);
    });

    it('contain the time of login', async () => {
      const client = scene.client();
      expect((await client.session()).loggedInAt).toBeUndefined();
      await client.login('Ann Example', PASSWORD);
      const then = new Date(scene.now);
      scene.now += 3_600_000;
      expect((await client.session()).loggedInAt).toEqual(then);
    });

    it('are rejected and cleared after a change of any character', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      const value = client.jar.get('wiki_session') ?? '';
      expect(value.length).toBeGreaterThan(100);
      for (let at = 0; at < value.length; at++) {
        // Change only the lowest bit, which some decoders ignore in the last character.
        const changed = value.slice(0, at) + neighbour(value.charAt(at)) + value.slice(at + 1);
        const session = await scene.accounts.session({ cookie: `wiki_session=${changed}`, ip: '192.0.2.1' });
        expect(session.actor.isAnon).toBe(true);
        expect(await session.setCookies()).toEqual([expect.stringMatching(/^wiki_session=deleted/)]);
      }
    });

    it('are rejected after a change of any bit', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      const value = client.jar.get('wiki_session') ?? '';
      expect((await scene.accounts.session({ cookie: `wiki_session=${value}`, ip: '192.0.2.1' })).actor.isAnon).toBe(false);
      for (let bit = 0; bit < 8 * value.length; bit++) {
        const bytes = Buffer.from(value, 'latin1');
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        const session = await scene.accounts.session({ cookie: `wiki_session=${bytes.toString('latin1')}`, ip: '192.0.2.1' });
        expect(session.actor.isAnon).toBe(true);
      }
    });

    it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJqdGkiOiJ4IiwidWlkIjoxLCJmcCI6IiIsImV4cCI6OTk5OTk5OTk5OX0.'])(
      'are ignored without a valid signature: "%s"',
      async value => {
        expect((await scene.accounts.session({ cookie: `wiki_session=${value}`, ip: '192.0.2.1' })).actor.isAnon).toBe(true);
      },
    );

    it('are ignored if MediaWiki itself set them', async () => {
      const session = await scene.accounts.session({ cookie: 'wiki_session=0v3045h9tipgk6gc8cn0oan42gvii3hb', ip: '192.0.2.1' });
      expect(await session.setCookies()).toEqual([]);
    });

    it('are not valid for another kind of session, wiki or secret key', async () => {
      const client = scene.client();
      await client.login('Ann Example@reader', BOT_SECRET);
      const value = client.jar.get('wiki_BPsession');
      const isAnon = async (maker: Accounts, cookie: string) => (await maker.session({ cookie, ip: '192.0.2.1' })).actor.isAnon;
      expect(await isAnon(scene.accounts, `wiki_BPsession=${value}`)).toBe(false);
      expect(await isAnon(scene.accounts, `wiki_session=${value}`)).toBe(true);
      const foreign = scene.create({ site: readSite({ general: { wikiid: 'other' } }, site.configuration), cookiePrefix: 'wiki' });
      expect(await isAnon(foreign, `wiki_BPsession=${value}`)).toBe(true);
      const rekeyed = scene.create({ secretKey: randomBytes(32).toString('hex') });
      expect(await isAnon(rekeyed, `wiki_BPsession=${value}`)).toBe(true);
      expect(await isAnon(scene.create(), `wiki_BPsession=${value}`)).toBe(false);
    });

    it('expire after the idle time', async () => {
      const remembered = scene.client();
      await remembered.login('Bob', PASSWORD);
      const bot = scene.client();
      await bot.login('Ann Example@reader', BOT_SECRET);
      scene.now += DAY - 1000;
      expect([(await remembered.session()).kind, (await bot.session()).kind]).toEqual(['user', 'bot']);
      scene.now += 2000;
      expect([(await remembered.session()).kind, (await bot.session()).kind]).toEqual(['user', 'anonymous']);
      scene.now += 29 * DAY;
      const late = await remembered.session();
      // The cookies are not cleared: browsers drop expired cookies, and the clock may be wrong.
      expect([late.kind, late.setsCookies(true)]).toEqual(['anonymous', false]);
    });

    it('are renewed while in use until the maximum age of the session', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      const then = new Date(scene.now);
      const token = (await client.session()).actor.token('');
      for (let days = 1; days < 180; days++) {
        scene.now += DAY;
        const session = await client.session();
        expect([days, session.kind, session.loggedInAt]).toEqual([days, 'user', then]);
        expect(session.isActorToken('', token)).toBe(true);
        // Cacheable responses must not set cookies.
        expect(session.setsCookies(false)).toBe(false);
        if (session.setsCookies(true)) client.store(await session.setCookies());
      }
      scene.now += DAY;
      expect((await client.session()).kind).toBe('anonymous');
    });

    it('are renewed only after a fraction of the idle time', async () => {
      const client = scene.client();
      await client.login('Ann Example@reader', BOT_SECRET);
      scene.now += 3_599_000;
      expect((await client.session()).setsCookies(true)).toBe(false);
      scene.now += 2000;
      const session = await client.session();
      expect(session.setsCookies(true)).toBe(true);
      expect(await session.setCookies()).toEqual([expect.stringMatching(/^wiki_BPsession=[\w.-]+; Path=\/; HttpOnly$/)]);
    });

    it('tolerate clock changes', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      // One hour back: cookies are renewed, so that they do not last longer than regular ones.
      scene.now -= 3_600_000;
      const session = await client.session();
      expect([session.kind, session.setsCookies(true)]).toEqual(['user', true]);
      // Years back and forth: cookies are rejected but not cleared.
      for (const years of [-50, 20]) {
        const wrong = scene.now + years * 365 * DAY;
        const other = scene.create({ now: () => wrong });
        const lost = await other.session({ ip: '192.0.2.1', cookie: `wiki_session=${client.jar.get('wiki_session')}` });
        expect([lost.kind, lost.setsCookies(true)]).toEqual(['anonymous', false]);
      }
      expect((await client.session()).kind).toBe('user');
    });

    it('are rejected by all processes after logout', async () => {
      const revocations = new RevocationTable(
        () => scene.now,
        () => scene.now,
      );
      scene.accounts = scene.create({ revocations });
      const client = scene.client();
      const other = scene.client();
      await Promise.all([client.login('Bob', PASSWORD), other.login('Bob', PASSWORD)]);
      const first = client.jar.get('wiki_session');
      scene.now += 2 * DAY;
      const session = await client.session();
      client.store(await session.setCookies());
      const second = client.jar.get('wiki_session');
      expect(second).not.toBe(first);
      await client.perform('logout', { token: session.actor.token('') });
      for (const process of [scene.accounts, scene.create({ revocations })])
        for (const cookie of [first, second]) {
          const after = await process.session({ ip: '198.51.77.1', cookie: `wiki_session=${cookie}` });
          expect(after.kind).toBe('anonymous');
          expect(await after.setCookies()).toEqual([expect.stringMatching(/^wiki_session=deleted/)]);
        }
      expect((await other.session()).kind).toBe('user');
    });

    it('are rejected after another login and after logout from a bot password session', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      const before = client.jar.get('wiki_session');
      await client.login('Bob', PASSWORD);
      expect((await scene.accounts.session({ ip: '198.51.77.1', cookie: `wiki_session=${before}` })).kind).toBe('anonymous');
      await client.login('Ann Example@reader', BOT_SECRET);
      const bot = client.jar.get('wiki_BPsession');
      await client.perform('logout', { token: (await client.session()).actor.token('') });
      expect((await scene.accounts.session({ ip: '198.51.77.1', cookie: `wiki_BPsession=${bot}` })).kind).toBe('anonymous');
      expect((await client.session()).actor.name).toBe('Bob');
    });

    it('stay valid under a new secret key while the old one is configured', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      const token = (await client.session()).actor.token('');
      const secretKey = randomBytes(32).toString('hex');
      scene.accounts = scene.create({ secretKey, oldSecretKeys: [randomBytes(32).toString('hex'), SECRET_KEY] });
      const session = await client.session();
      expect([session.kind, session.isActorToken('', token), session.setsCookies(true)]).toEqual(['user', true, true]);
      client.store(await session.setCookies());
      scene.accounts = scene.create({ secretKey });
      expect((await client.session()).kind).toBe('user');
      expect(() => scene.create({ oldSecretKeys: ['short'] })).toThrow(RangeError);
    });

    it('are ignored if they are too long, and found among many other cookies', async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      for (const junk of ['x'.repeat(8000), `${'a'.repeat(4000)}.${'b'.repeat(4000)}.${'c'.repeat(43)}`, '.'.repeat(8000)]) {
        const session = await scene.accounts.session({ ip: '192.0.2.1', cookie: `wiki_session=${junk}` });
        expect(session.kind).toBe('anonymous');
      }
      const crowd = Array.from({ length: 3000 }, (_, at) => `c${at}=.`).join('; ');
      expect(
        (await scene.accounts.session({ ip: '192.0.2.1', cookie: `${crowd}; wiki_session=${client.jar.get('wiki_session')}` })).kind,
      ).toBe('user');
    });

    it('are rejected after a change of the account token or deletion of the bot password', async () => {
      const bob = scene.client();
      await bob.login('Bob', PASSWORD);
      const bot = scene.client();
      await bot.login('Ann Example@reader', BOT_SECRET);
      await Promise.all([bob.session(), bot.session()]);
      await scene.wiki.db.updateTable('user').set({ user_token: 'another' }).where('user_id', '=', BOB).execute();
      await scene.wiki.db.deleteFrom('bot_passwords').where('bp_app_id', '=', 'reader').execute();
      scene.now += 5001;
      expect((await bob.session()).actor.isAnon).toBe(true);
      expect((await bot.session()).actor.isAnon).toBe(true);
    });

    it('require a secret key of sufficient length', () => {
      expect(() => scene.create({ secretKey: 'short' })).toThrow('secretKey');
    });
  });

  describe('tokens', () => {
    it("have the form of MediaWiki's tokens, and are valid for only one session and purpose", async () => {
      const client = scene.client();
      await client.login('Bob', PASSWORD);
      const { actor } = await client.session();
      expect(actor.token('')).toMatch(/^[0-9a-f]{32}665b0d40\+\\$/);
      expect(actor.token('')).not.toBe(actor.token('patrol'));
      const patrol = actor.token('patrol');
      scene.now += 86_400_000;
      const later = await client.session();
      expect(later.isActorToken('patrol', patrol)).toBe(true);
      expect(later.isActorToken('', patrol)).toBe(false);
      expect(later.isToken('patrol', patrol)).toBe(false);
      for (const broken of ['', '+\\', patrol.slice(1), patrol.replace('665', '666'), patrol.toUpperCase()])
        expect(later.isActorToken('patrol', broken)).toBe(false);
      const again = scene.client();
      await again.login('Bob', PASSWORD);
      expect((await again.session()).isActorToken('patrol', patrol)).toBe(false);
    });

    it('are +\\ for anonymous users, and only session tokens set a cookie', async () => {
      const session = await scene.accounts.session({ ip: '192.0.2.1' });
      expect(session.actor.token('')).toBe('+\\');
      expect(session.isActorToken('', '+\\')).toBe(true);
      expect(await session.setCookies()).toEqual([]);
      const token = session.token('login');
      expect(await session.setCookies()).toEqual([expect.stringMatching(/^wiki_session=[\w.-]+; Path=\/; HttpOnly$/i)]);
      expect(session.isToken('login', token)).toBe(true);
      expect(session.isToken('createaccount', token)).toBe(false);
    });
  });
});

/** Flips the lowest bit of a base64url digit; replaces a dot with a digit. */
function neighbour(character: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return digits.charAt(Math.max(0, digits.indexOf(character)) ^ 1);
}
