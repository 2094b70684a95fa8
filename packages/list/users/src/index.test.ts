import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import users from './index.ts';

describeModule(
  users,
  async wiki => {
    await wiki.user('Ada', {
      groups: { bot: '20250601000000', sysop: null },
      email: 'ada@wiki.example',
      emailConfirmed: '20240101000000',
      preferences: { gender: 'female' },
    });
    await wiki.user('Bob');
    await wiki.user('Ghost');
    await wiki.block('Bob', { by: 'Ada', reason: 'noise' });
    await wiki.block('Ghost', { by: 'Ada', hideUser: true });
    return { params: { users: 'Ada|Bob' } };
  },
  ({ records, ask }) => {
    it('finds accounts by name or id and marks unknown accounts', async () => {
      const found = await records({ users: 'bob|1.2.3.4|Nobody' });
      expect(found).toEqual([
        { name: '1.2.3.4', invalid: true },
        { userid: expect.any(Number), name: 'Bob' },
        { name: 'Nobody', missing: true },
      ]);
      const { query } = await ask({ users: false, userids: `${found[1]?.userid}|999` });
      expect(query.users).toEqual([found[1], { userid: 999, missing: true }]);
      expect((await ask({ users: 'Ada', userids: 1 })).error.code).toBe('invalidparammix');
    });
    it('returns the groups, rights and preferences of accounts', async () => {
      const [ada] = await records({
        users: 'Ada',
        prop: 'groups|groupmemberships|implicitgroups|rights|gender|emailable|centralids|editcount',
      });
      expect(ada).toMatchObject({
        groups: ['bot', 'sysop', '*', 'user', 'autoconfirmed'],
        groupmemberships: [
          { group: 'bot', expiry: '2025-06-01T00:00:00Z' },
          { group: 'sysop', expiry: 'infinity' },
        ],
        implicitgroups: ['*', 'user', 'autoconfirmed'],
        gender: 'female',
        emailable: true,
        attachedlocal: { local: true },
      });
      expect(ada?.rights).toContain('delete');
      expect(ada).not.toHaveProperty('attachedwiki');
    });
    it('returns the blocks of accounts', async () => {
      const [bob, ada] = await records({ users: 'Bob|Ada', prop: 'blockinfo' });
      expect(bob).toMatchObject({ blockedby: 'Ada', blockreason: 'noise', blockexpiry: 'infinite', blockpartial: false });
      expect(ada).not.toHaveProperty('blockid');
    });
    it('hides suppressed accounts but reports their names as taken', async () => {
      expect(await records({ users: 'Ghost', prop: 'cancreate' })).toMatchObject([{ name: 'Ghost', missing: true, cancreate: false }]);
      expect(await records({ users: 'Ghost' }, { as: ['hideuser'] })).toMatchObject([{ name: 'Ghost', hidden: true }]);
      expect(await records({ users: 'Newcomer|No@body', prop: 'cancreate' })).toMatchObject([
        { cancreate: true },
        { cancreate: false, cancreateerror: [{ message: 'noname', code: 'invaliduser' }] },
      ]);
    });
  },
);
