import { ABUSE_FILTER_TABLES, abuseFilters } from '@wikiquery/abuse-filters';
import { createTables } from '@wikiquery/database';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import abusefilters from './index.ts';

const ALL = 'id|description|pattern|actions|hits|comments|lasteditor|lastedittime|status|private|protected';

describeModule(
  abusefilters,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, ABUSE_FILTER_TABLES)) await sql.raw(statement).execute(wiki.db);
    await wiki.page('A', { user: 'Ada' });
    const { actor_id } = await wiki.db.selectFrom('actor').select('actor_id').where('actor_name', '=', 'Ada').executeTakeFirstOrThrow();
    const filter = (af_id: number, more: object) => ({
      ...{ af_id, af_actor: actor_id, af_pattern: ` rule${af_id}\n`, af_timestamp: '20240102030405', af_comments: `note${af_id}` },
      ...{ af_public_comments: `Filter ${af_id}`, af_actions: 'warn,tag', af_hit_count: 7, af_hidden: 0, af_enabled: 1, af_deleted: 0 },
      ...more,
    });
    const filters = [
      filter(1, {}),
      filter(2, { af_hidden: 1 }),
      filter(3, { af_hidden: 2, af_enabled: 0 }),
      filter(4, { af_deleted: 1, af_actions: '' }),
    ];
    await abuseFilters(wiki.db).insertInto('abuse_filter').values(filters).execute();
    return { as: ['abusefilter-view'] };
  },
  ({ records, ask }) => {
    const ids = async (params: object) => (await records({ prop: 'id', ...params })).map(({ id }) => id);

    it('omits the rules of private and protected filters without the rights to view them', async () => {
      const shown = await records({ prop: ALL });
      expect(shown[0]).toEqual({
        ...{ id: 1, description: 'Filter 1', pattern: 'rule1', actions: 'warn,tag', hits: 7, comments: 'note1', lasteditor: 'Ada' },
        ...{ lastedittime: '2024-01-02T03:04:05Z', enabled: '' },
      });
      expect(shown[1]).toMatchObject({ private: '', enabled: '' });
      expect(shown[2]).toMatchObject({ protected: '' });
      expect(JSON.stringify(shown)).not.toMatch(/rule[23]|note[23]/);
      const privately = await records({ prop: ALL }, { as: ['abusefilter-view', 'abusefilter-view-private'] });
      expect(privately.map(({ pattern }) => pattern)).toEqual(['rule1', 'rule2', undefined, 'rule4']);
      await expect(records({}, { as: ['read'] })).rejects.toThrow(/^permissiondenied/);
    });
    it('filters abuse filters by status and sorts them by id', async () => {
      expect(await ids({ show: 'enabled|!deleted' })).toEqual([1, 2]);
      expect(await ids({ show: 'private' })).toEqual([2]);
      expect(await ids({ show: '!private' })).toEqual([1, 3, 4]);
      expect(await ids({ dir: 'older', startid: 3 })).toEqual([3, 2, 1]);
      expect(await ids({ startid: 2, endid: 3 })).toEqual([2, 3]);
      expect((await ask({ show: 'private|!private' })).error.code).toBe('show');
      expect((await ask({ limit: 2 })).continue).toEqual({ abfstartid: 3, continue: '-||' });
    });
  },
);
