import { CENTRAL_TABLES, centralAccounts } from '@wikiquery/central-accounts';
import { createTables } from '@wikiquery/database';
import { ask as askFor, describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import globaluserinfo from './index.ts';

/** Groups of each account with their expiry. The tests run in the last second in which Ada is a bot. */
const GROUPS_OF: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  Ada: { bot: '20250101000000', bureaucrat: '20241231235959', sysop: null },
  Dora: { sysop: null },
};
const MERGED_AT = '20240201000000';

describeModule(
  globaluserinfo,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, CENTRAL_TABLES)) await sql.raw(statement).execute(wiki.db);
    const db = centralAccounts(wiki.db);
    const here = wiki.site.wikiId;
    const account = (gu_id: number, gu_name: string, more = {}) => ({
      ...{ gu_id, gu_name, gu_home_db: 'homewiki', gu_locked: 0, gu_hidden_level: 0, gu_registration: '20240101000000' },
      ...more,
    });
    await db
      .insertInto('globaluser')
      .values([
        account(11, 'Ada'),
        account(12, 'Bea', { gu_locked: 1, gu_home_db: '' }),
        account(13, 'Aunt Hidden', { gu_hidden_level: 2, gu_locked: 1 }),
        account(14, 'Carl', { gu_home_db: null }),
        account(15, 'Dora', { gu_registration: null }),
        account(16, 'Kept secret here'),
      ])
      .execute();
    const group = (gug_user: number, gug_group: string, gug_expiry: string | null = null) => ({ gug_user, gug_group, gug_expiry });
    await db
      .insertInto('global_user_groups')
      .values([
        ...[group(11, 'steward'), group(11, 'founder', '20990101000000'), group(11, 'elsewhere'), group(11, 'not-here'), group(11, 'here')],
        ...[group(11, 'ended', '20200101000000'), group(12, 'steward'), group(13, 'steward')],
      ])
      .execute();
    const right = (ggp_group: string, ggp_permission: string) => ({ ggp_group, ggp_permission });
    await db
      .insertInto('global_group_permissions')
      .values([
        ...[right('steward', 'globalblock'), right('steward', 'move'), right('founder', 'move'), right('founder', 'edit')],
        ...[right('elsewhere', 'e'), right('not-here', 'n'), right('here', 'h'), right('ended', 'x')],
      ])
      .execute();
    const set = (ws_id: number, ws_type: 'optin' | 'optout', ws_wikis: string) => ({ ws_id, ws_name: `Set ${ws_id}`, ws_type, ws_wikis });
    await db
      .insertInto('wikiset')
      .values([set(1, 'optin', 'a,b'), set(2, 'optout', `a,${here}`), set(3, 'optin', `a,${here}`)])
      .execute();
    await db
      .insertInto('global_group_restrictions')
      .values([
        { ggr_group: 'elsewhere', ggr_set: 1 },
        { ggr_group: 'not-here', ggr_set: 2 },
        { ggr_group: 'here', ggr_set: 3 },
      ])
      .execute();
    const merged = (lu_wiki: string, lu_name: string, lu_attached_method: 'primary' | 'login' | 'password', lu_global_id: number) => ({
      ...{ lu_wiki, lu_name, lu_attached_method, lu_global_id, lu_local_id: null, lu_attached_timestamp: MERGED_AT },
    });
    await db
      .insertInto('localuser')
      .values([
        merged(here, 'Ada', 'login', 11),
        { ...merged('homewiki', 'Ada', 'primary', 11), lu_local_id: 5 },
        merged('awiki', 'Bea', 'password', 12),
        merged('zwiki', 'Bea', 'primary', 12),
        merged(here, 'Dora', 'login', 15),
        merged(here, 'Gone', 'login', 99),
        merged(here, 'Kept secret here', 'login', 16),
      ])
      .execute();
    const names = ['Ada', 'Stranger', 'Aunt Hidden', 'Hidden stranger'].map(ln_name => ({ ln_wiki: here, ln_name }));
    await db
      .insertInto('localnames')
      .values([...names, { ln_wiki: 'homewiki', ln_name: 'Ada' }, { ln_wiki: 'awiki', ln_name: 'Nobody here' }])
      .execute();
    await db.insertInto('global_edit_count').values({ gec_user: 11, gec_count: 321 }).execute();
    for (const name of ['Ada', 'Stranger', 'Aunt Hidden', 'Hidden stranger', 'Dora', 'Kept secret here'])
      await wiki.user(name, { registration: '20231231235959', groups: GROUPS_OF[name] ?? {} });
    await wiki.db.updateTable('user').set({ user_editcount: 7 }).where('user_name', 'in', ['Ada', 'Stranger', 'Dora']).execute();
    await wiki.block('Stranger', { reason: 'Noise' });
    await wiki.block('Ada', { reason: 'Over', expiry: '20241231235959' });
    for (const name of ['Hidden stranger', 'Kept secret here']) await wiki.block(name, { hideUser: true, reason: 'A secret reason' });
    return { params: { user: 'Ada' } };
  },
  ({ records, ask, wiki }) => {
    const all = 'groups|rights|merged|editcount|unattached';
    const suppressor = { as: ['centralauth-suppress', 'hideuser'] };

    it('returns the global account', async () => {
      expect(JSON.stringify(await records())).toBe(
        JSON.stringify({ home: 'homewiki', id: 11, registration: '2024-01-01T00:00:00Z', name: 'Ada' }),
      );
      expect(await records({ user: 'user:ada' })).toMatchObject({ name: 'Ada' });
    });
    it('returns locks and derives a missing home wiki', async () => {
      expect(await records({ user: 'Bea' })).toEqual({
        ...{ home: 'zwiki', id: 12, registration: '2024-01-01T00:00:00Z', name: 'Bea', locked: true },
      });
      expect(await records({ user: 'Carl' })).toMatchObject({ home: null });
      expect(await records({ user: 'Dora' })).toMatchObject({ registration: '2025-01-01T00:00:00Z' });
    });
    it("returns all properties in MediaWiki's order", async () => {
      const { site } = wiki();
      const ada = await records({ prop: all });
      expect(Object.keys(ada)).toEqual([
        ...['home', 'id', 'registration', 'name', 'groups', 'rights', 'merged', 'editcount', 'unattached'],
      ]);
      expect(ada.groups).toEqual(['elsewhere', 'founder', 'here', 'not-here', 'steward']);
      expect(ada.rights).toEqual(['edit', 'move', 'h', 'globalblock']);
      expect(ada.editcount).toBe(321);
      const own = { timestamp: '2024-02-01T00:00:00Z', method: 'login', editcount: 7, registration: '2023-12-31T23:59:59Z' };
      expect(ada.merged).toEqual(
        [
          { wiki: 'homewiki', id: 5, timestamp: '2024-02-01T00:00:00Z', method: 'primary' },
          { wiki: site.wikiId, url: expect.stringMatching(/^https?:/), id: expect.any(Number), ...own, groups: ['bot', 'sysop'] },
        ].toSorted((a, b) => (a.wiki < b.wiki ? -1 : 1)),
      );
      expect(ada.unattached).toEqual([]);
      expect((await records({ user: 'Dora', prop: 'merged' })).merged).toMatchObject([{ groups: ['sysop'] }]);
    });
    it('returns no rights if the account is not attached to this wiki', async () => {
      expect(await records({ user: 'Bea', prop: 'groups|rights' })).toMatchObject({ groups: ['steward'], rights: [] });
    });
    it('counts edits only if all attached accounts are local', async () => {
      expect(await records({ user: 'Dora', prop: 'editcount' })).toMatchObject({ editcount: 7 });
      expect(await records({ user: 'Bea', prop: 'editcount' })).not.toHaveProperty('editcount');
    });
    it('finds unattached accounts with the same name', async () => {
      const editcount = wiki().database.engine === 'sqlite' ? 7 : '7';
      expect(await records({ user: 'Stranger', prop: all })).toEqual({
        missing: true,
        unattached: [
          { wiki: wiki().site.wikiId, editcount, registration: '2023-12-31T23:59:59Z', blocked: { expiry: 'infinity', reason: 'Noise' } },
        ],
      });
      expect(await records({ user: 'Nobody here', prop: all })).toEqual({ missing: true, unattached: [] });
    });
    it('treats suppressed accounts as missing, by name and by id', async () => {
      const { unattached, ...rest } = await records({ user: 'Aunt Hidden', prop: all });
      expect(rest).toEqual({ missing: true });
      // The response is the same as for a name without a global account: the local account is public.
      expect(unattached).toHaveLength(1);
      const { error } = await askFor(wiki(), [globaluserinfo], { action: 'query', meta: 'globaluserinfo', guiid: '13' });
      expect(error.code).toBe('invaliduserid');
      expect(await records({ user: 'Aunt Hidden', prop: 'groups' }, suppressor)).toMatchObject({
        ...{ id: 13, name: 'Aunt Hidden', locked: true, hidden: true, groups: ['steward'] },
      });
    });
    it('omits suppressed local accounts', async () => {
      expect(await records({ user: 'Hidden stranger', prop: all })).toEqual({ missing: true, unattached: [] });
      expect(await records({ user: 'Kept secret here', prop: 'merged' })).toMatchObject({ id: 16, merged: [] });
      expect((await records({ user: 'Kept secret here', prop: 'merged' }, suppressor)).merged).toMatchObject([
        { blocked: { expiry: 'infinity', reason: 'A secret reason' } },
      ]);
      expect((await records({ user: 'Hidden stranger', prop: 'unattached' }, suppressor)).unattached).toHaveLength(1);
    });
    it('prefers the name to the id and defaults to the current user', async () => {
      const about = async (params: Record<string, string>, options = {}) =>
        (await askFor(wiki(), [globaluserinfo], { action: 'query', meta: 'globaluserinfo', ...params }, options)) as {
          query?: { globaluserinfo: { name: string } };
          error?: { code: string };
        };
      expect((await about({ guiid: '12' })).query?.globaluserinfo.name).toBe('Bea');
      expect((await about({ guiid: '12', guiuser: 'Ada' })).query?.globaluserinfo.name).toBe('Ada');
      expect((await about({ guiid: '99' })).error?.code).toBe('invaliduserid');
      expect((await about({})).error?.code).toBe('invaliduser');
      expect((await about({ guiuser: 'a>b' })).error?.code).toBe('invaliduser');
      expect((await about({ guiuser: '192.0.2.1' })).error?.code).toBe('baduser');
      expect((await about({}, { as: { id: 1, name: 'Ada' } })).query?.globaluserinfo.name).toBe('Ada');
    });
    it('writes flags in formatversion=1 form', async () => {
      const { query } = await ask({ user: 'Bea' }, { formatversion: 1 });
      expect(query.globaluserinfo.locked).toBe('');
      expect((await ask({ user: 'Aunt Hidden' }, { formatversion: 1 })).query.globaluserinfo).toEqual({ missing: '' });
    });
    it('returns the URLs of known wikis', async () => {
      const services = { wikis: { all: async () => [{ dbname: 'homewiki', url: 'https://home.example' }] } };
      const request = { action: 'query', meta: 'globaluserinfo', guiuser: 'Ada', guiprop: 'merged' };
      const { query } = await askFor(wiki(), [globaluserinfo], request, { services: services as never });
      const { merged } = query.globaluserinfo;
      expect(merged.find((each: { wiki: string }) => each.wiki === 'homewiki')).toMatchObject({ url: 'https://home.example' });
    });
  },
);
