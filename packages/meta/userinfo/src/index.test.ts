import { describeModule, inheritedNames } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import userinfo from './index.ts';

let ada = 0;

describeModule(
  userinfo,
  async wiki => {
    const account = await wiki.user('Ada', {
      groups: ['sysop'],
      email: 'ada@wiki.example',
      realName: 'Ada L.',
      preferences: { rows: '30', fancysig: '0' },
    });
    ada = account.id;
    await wiki.page('Bridge', { user: 'Ada', timestamp: '20240202000000' });
  },
  ({ records, wiki }) => {
    const own = (prop: string, rights: readonly string[] = []) =>
      records({ prop }, { as: { id: ada, name: 'Ada', rights, groups: ['sysop', '*', 'user'] } });

    it('returns the identity, groups and edits of the user', async () => {
      expect(await records()).toEqual({ id: 0, name: '127.0.0.1', anon: true });
      expect(await own('groups|implicitgroups|groupmemberships|editcount|latestcontrib|realname')).toEqual({
        id: ada,
        name: 'Ada',
        groups: ['sysop', '*', 'user'],
        groupmemberships: [{ group: 'sysop', expiry: 'infinity' }],
        implicitgroups: ['*', 'user'],
        editcount: expect.any(Number),
        realname: 'Ada L.',
        latestcontrib: '2024-02-02T00:00:00Z',
      });
    });
    it('returns the email address only to users with the right', async () => {
      expect(await own('email')).not.toHaveProperty('email');
      expect(await own('email', ['viewmyprivateinfo'])).toMatchObject({ email: 'ada@wiki.example' });
    });
    it('returns stored preferences before defaults', async () => {
      const { options } = await own('options');
      expect(Object.fromEntries(Object.entries(options).slice(0, 2))).toEqual({ fancysig: 0, rows: '30' });
      expect(options.gender).toBe('unknown');
    });
    it('returns rate limits and changeable groups', async () => {
      expect((await records({ prop: 'ratelimits' })).ratelimits.edit).toEqual({ ip: { hits: 8, seconds: 60 } });
      expect((await own('ratelimits', ['noratelimit'])).ratelimits).toEqual({});
      expect((await own('theoreticalratelimits', ['noratelimit', 'autoconfirmed'])).theoreticalratelimits.edit).toEqual({
        user: { hits: 90, seconds: 60 },
      });
      const limitsOf = async (group: string) => {
        const { id, name } = await wiki().user(`Of ${group}`, { groups: [group] });
        return (await records({ prop: 'ratelimits' }, { as: { id, name } })).ratelimits;
      };
      const unknown = await limitsOf('nosuchword');
      for (const name of inheritedNames) expect(await limitsOf(name)).toEqual(unknown);
      const { changeablegroups } = await own('changeablegroups', ['userrights']);
      expect(changeablegroups.add).toContain('sysop');
      expect(changeablegroups.add).not.toContain('user');
    });
    it('returns whether the user can create accounts, or the reasons why not', async () => {
      expect(await own('cancreateaccount', ['createaccount'])).toMatchObject({ cancreateaccount: true });
      expect(await own('cancreateaccount')).toMatchObject({
        cancreateaccount: false,
        cancreateaccounterror: [{ code: 'permissiondenied' }],
      });
    });
    it('returns the unread count and central ids', async () => {
      expect(await own('unreadcount|hasmsg|centralids|acceptlang')).toMatchObject({
        unreadcount: 0,
        messages: false,
        centralids: { local: ada },
        attachedlocal: { local: true },
        acceptlang: [],
      });
    });
  },
);
