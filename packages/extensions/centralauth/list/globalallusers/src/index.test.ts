import { CENTRAL_TABLES, centralAccounts } from '@wikiquery/central-accounts';
import { createTables } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import globalallusers from './index.ts';

describeModule(
  globalallusers,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, CENTRAL_TABLES)) await sql.raw(statement).execute(wiki.db);
    const db = centralAccounts(wiki.db);
    const account = (gu_id: number, gu_name: string, more = {}) => ({
      ...{ gu_id, gu_name, gu_home_db: 'home', gu_locked: 0, gu_hidden_level: 0, gu_registration: '20240101000000' },
      ...more,
    });
    await db
      .insertInto('globaluser')
      .values([
        account(1, 'Bea'),
        account(2, 'Ada'),
        account(3, 'Carl Otter', { gu_locked: 1 }),
        account(4, 'Aunt Hidden', { gu_hidden_level: 1 }),
        account(5, 'Ébène'),
        account(6, '~2024-1'),
      ])
      .execute();
    await db
      .insertInto('global_user_groups')
      .values([
        { gug_user: 1, gug_group: 'steward', gug_expiry: null },
        { gug_user: 1, gug_group: 'founder', gug_expiry: '20990101000000' },
        { gug_user: 2, gug_group: 'steward', gug_expiry: '20200101000000' },
        { gug_user: 4, gug_group: 'steward', gug_expiry: null },
      ])
      .execute();
    await db.insertInto('localuser').values({ lu_wiki: wiki.site.wikiId, lu_name: 'Ada', lu_local_id: 1, lu_global_id: 2 }).execute();
    await db.insertInto('localuser').values({ lu_wiki: 'other', lu_name: 'Bea', lu_local_id: 1, lu_global_id: 1 }).execute();
    return undefined;
  },
  ({ records, ask }) => {
    const names = async (params = {}) => (await records(params)).map(({ name }) => name);

    it('lists visible accounts sorted by name', async () => {
      expect(await records()).toEqual([
        { id: 2, name: 'Ada' },
        { id: 1, name: 'Bea' },
        { id: 3, name: 'Carl Otter' },
        { id: 6, name: '~2024-1' },
        { id: 5, name: 'Ébène' },
      ]);
      expect(await names({ dir: 'descending', limit: 2 })).toEqual(['Ébène', '~2024-1']);
      expect(await names({ prefix: 'Aunt' })).toEqual([]);
    });
    it('returns unexpired groups, locks and local existence', async () => {
      expect((await records({ prop: 'lockinfo|groups|existslocally' })).slice(0, 3)).toEqual([
        { id: 2, name: 'Ada', groups: [], existslocally: '' },
        { id: 1, name: 'Bea', groups: ['founder', 'steward'] },
        { id: 3, name: 'Carl Otter', groups: [], locked: '' },
      ]);
    });
    it('filters accounts by name and group', async () => {
      expect(await names({ from: 'B', to: 'Carl_Otter' })).toEqual(['Bea', 'Carl Otter']);
      expect(await names({ prefix: 'Carl_' })).toEqual(['Carl Otter']);
      expect(await names({ group: 'steward|founder' })).toEqual(['Bea']);
      expect(await names({ excludegroup: 'steward' })).toEqual(['Carl Otter', '~2024-1', 'Ébène']);
      expect((await ask({ group: 'a', excludegroup: 'b' })).error.code).toBe('invalidparammix');
    });
    it('excludes temporary accounts or all other accounts on request', async () => {
      const all = await names();
      expect(await names({ excludetemp: true })).toEqual(all.filter(name => !name.startsWith('~')));
      expect(await names({ excludenamed: true })).toEqual(all.filter(name => name.startsWith('~')));
    });
    it('continues from an account name', async () => {
      expect((await ask({ limit: 1 })).continue).toEqual({ agufrom: 'Bea', continue: '-||' });
      expect((await ask({ limit: 1, dir: 'descending', from: 'Carl Otter' })).continue).toMatchObject({ agufrom: 'Bea' });
    });
  },
  { site: readSite({ autocreatetempuser: { enabled: true, matchPatterns: ['~$1'] } }) },
);
