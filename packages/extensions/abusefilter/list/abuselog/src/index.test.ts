import { ABUSE_FILTER_TABLES, abuseFilters } from '@wikiquery/abuse-filters';
import { createTables } from '@wikiquery/database';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import abuselog from './index.ts';

const ALL = 'ids|filter|user|title|action|result|timestamp|hidden|revid';
const VIEW = ['abusefilter-log'];
const DETAILS = [...VIEW, 'abusefilter-log-detail'];
const EVERYTHING = [...DETAILS, 'abusefilter-log-private', 'abusefilter-access-protected-vars', 'abusefilter-hidden-log', 'deletedtext'];

describeModule(
  abuselog,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, ABUSE_FILTER_TABLES)) await sql.raw(statement).execute(wiki.db);
    const { db } = wiki;
    const filter = (af_id: number, af_hidden: number) => ({
      ...{ af_id, af_hidden, af_actor: 1, af_pattern: 'x', af_timestamp: '20240101000000', af_public_comments: `Filter ${af_id}` },
      ...{ af_actions: '', af_hit_count: 0, af_enabled: 1, af_deleted: 0 },
    });
    await abuseFilters(db)
      .insertInto('abuse_filter')
      .values([filter(1, 0), filter(2, 1), filter(3, 2)])
      .execute();
    await wiki.user('Ada');
    await wiki.page('Bridge', { user: 'Ada' });
    const hidden = await wiki.edit('Bridge', { text: 'secret', user: 'Ada' });
    await wiki.hideRevision(hidden, 1);
    const accountOf = async (name: string) =>
      (await db.selectFrom('user').select('user_id').where('user_name', '=', name).executeTakeFirstOrThrow()).user_id;
    const user_id = await accountOf('Ada');
    await wiki.user('Eve');
    await wiki.block('Eve', { hideUser: true });
    const vars = JSON.stringify({ article_text: 'Bridge', secret: 'inside', user_unnamed_ip: true, list: [] });
    await db.insertInto('text').values({ old_id: 900, old_text: vars, old_flags: 'utf-8' }).execute();
    const entry = (afl_id: number, more: object) => ({
      ...{ afl_id, afl_global: 0, afl_filter_id: 1, afl_user: user_id, afl_user_text: 'Ada', afl_ip_hex: 'C0000207', afl_action: 'edit' },
      ...{ afl_actions: 'warn', afl_var_dump: 'tt:900', afl_timestamp: `2024010100000${afl_id}`, afl_namespace: 0, afl_title: 'Bridge' },
      ...{ afl_deleted: 0, afl_rev_id: null, ...more },
    });
    const entries = [
      entry(1, {}),
      entry(2, { afl_filter_id: 2, afl_user: 0, afl_user_text: '192.0.2.7', afl_title: 'Ford' }),
      entry(3, { afl_filter_id: 3, afl_var_dump: '{"secret":"apart","_blob":"tt:900"}' }),
      entry(4, { afl_deleted: 1, afl_title: 'Hidden' }),
      entry(5, { afl_rev_id: hidden }),
      entry(6, { afl_filter_id: 77, afl_var_dump: 'tt:12345' }),
      entry(0, { afl_id: 7, afl_user: await accountOf('Eve'), afl_user_text: 'Eve' }),
    ];
    await abuseFilters(db).insertInto('abuse_filter_log').values(entries).execute();
    return { as: VIEW };
  },
  ({ records, ask }) => {
    const ids = async (params: object, as = EVERYTHING) =>
      (await records({ prop: 'ids', limit: 'max', ...params }, { as })).map(({ id }) => id);

    it('lists log entries newest first, without entries hidden from the user', async () => {
      expect(await ids({}, VIEW)).toEqual([6, 3, 2, 1]);
      expect(await ids({}, EVERYTHING)).toEqual([6, 5, 4, 3, 2, 1]);
      expect((await records({ prop: ALL })).at(-1)).toEqual({
        ...{ id: 1, filter_id: '', filter: 'Filter 1', user: 'Ada', ns: 0, title: 'Bridge', action: 'edit', result: 'warn' },
        ...{ timestamp: '2024-01-01T00:00:01Z', hidden: false },
      });
      await expect(records({}, { as: ['read'] })).rejects.toThrow(/^permissiondenied/);
    });
    it('lists log entries of suppressed accounts only for users who can see the account names', async () => {
      const named = async (as: string[]) => (await records({ prop: 'user', limit: 'max' }, { as })).map(({ user }) => user);
      expect(await named(VIEW)).not.toContain('Eve');
      expect(await named([...VIEW, 'hideuser'])).toContain('Eve');
      expect(await ids({ user: 'Eve' }, VIEW)).toEqual([]);
    });
    it('filters log entries by user, page, filter, id and time', async () => {
      expect(await ids({ user: 'ada' })).toEqual([6, 5, 4, 3, 1]);
      expect(await ids({ user: '192.0.2.7' })).toEqual([2]);
      expect(await ids({ title: 'ford' })).toEqual([2]);
      expect(await ids({ title: 'Hidden' }, VIEW)).toEqual([]);
      expect(await ids({ filter: '1|2' })).toEqual([5, 4, 2, 1]);
      expect(await ids({ logid: 3 })).toEqual([3]);
      expect(await ids({ dir: 'newer', start: '20240101000003', end: '20240101000005' })).toEqual([3, 4, 5]);
      expect((await ask({ title: 'a[b' })).error.code).toBe('invalidtitle');
      expect((await ask({ limit: 1 })).continue).toEqual({ aflstart: '2024-01-01T00:00:05Z', continue: '-||' });
      // Entry 5 is hidden with its revision. Queries by page or user must not reveal it.
      for (const filter of [{ user: 'Ada' }, { title: 'Bridge' }])
        expect((await ask({ limit: 1, ...filter })).continue).toEqual({ aflstart: '2024-01-01T00:00:03Z', continue: '-||' });
      expect(await ids({ logid: 5 }, VIEW)).toEqual([]);
    });
    it('shows details to users with the right, but never data whose access MediaWiki logs', async () => {
      const details = async (as: string[]) =>
        Object.fromEntries((await records({ prop: 'ids|details', limit: 'max' }, { as })).map(entry => [entry.id, entry]));
      const some = await details(DETAILS);
      const address = { user_unnamed_ip: '' };
      expect(some[1]).toEqual({ id: 1, filter_id: '1', details: { page_title: 'Bridge', secret: 'inside', list: [], ...address } });
      for (const id of [2, 3, 6]) expect(some[id]).toEqual({ id, filter_id: '', details: [] });
      const all = await details(EVERYTHING);
      expect(all[1]?.details).toMatchObject({ user_unnamed_ip: '192.0.2.7' });
      expect(all[2]?.details).toMatchObject({ secret: 'inside' });
      expect(all[3]?.details).toMatchObject({ secret: 'apart', user_unnamed_ip: '' });
      expect(all[6]?.details).toEqual([]);
      expect((await ask({ prop: 'details' })).error.code).toBe('permissiondenied');
    });
    it('rejects private and protected filters for users without the rights, and warns about unknown filters', async () => {
      for (const filter of ['2', '3', '1|2', 'global-1']) expect((await ask({ filter })).error.code).toBe('permissiondenied');
      for (const filter of ['99', 'x', '1|99']) expect((await ask({ filter })).warnings.abuselog).toBeDefined();
      expect((await ask({ filter: '1' })).warnings).toBeUndefined();
    });
  },
);
