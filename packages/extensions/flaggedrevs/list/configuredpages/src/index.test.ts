import { createTables } from '@wikiquery/database';
import { FLAGGED_TABLES, flaggedPages } from '@wikiquery/flagged-pages';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import configuredpages from './index.ts';

describeModule(
  configuredpages,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, FLAGGED_TABLES)) await sql.raw(statement).execute(wiki.db);
    const set = async (title: string, fpc_override: number, fpc_level: string, fpc_expiry: string) => {
      const { id } = await wiki.page(title);
      await flaggedPages(wiki.db)
        .insertInto('flaggedpage_config')
        .values({ fpc_page_id: id, fpc_override, fpc_level, fpc_expiry })
        .execute();
      return id;
    };
    const bridge = await set('Bridge', 1, 'sysop', 'infinity');
    await set('Ford', 0, '', '20990101000000');
    await set('Talk:Ford', 0, 'autoconfirmed', 'infinity');
    await flaggedPages(wiki.db)
      .insertInto('flaggedpages')
      .values({ fp_page_id: bridge, fp_reviewed: 1, fp_pending_since: null, fp_stable: 7, fp_quality: 0 })
      .execute();
    await wiki.page('Weir');
    return undefined;
  },
  ({ records, ask, pages }) => {
    const titles = async (params = {}) => (await records(params)).map(({ title }) => title);

    it('lists pages with their review settings', async () => {
      expect(await records()).toMatchObject([
        { title: 'Bridge', stable_revid: 7, stable_is_default: 1, autoreview: 'sysop', expiry: 'infinity' },
        { title: 'Ford', stable_revid: 0, stable_is_default: 0, autoreview: '', expiry: '2099-01-01T00:00:00Z' },
        { title: 'Talk:Ford', autoreview: 'autoconfirmed' },
      ]);
    });
    it('filters pages by id, namespace, default version and autoreview level', async () => {
      const [, second] = await records();
      expect(await titles({ start: second?.pageid })).toEqual(['Ford', 'Talk:Ford']);
      expect(await titles({ start: second?.pageid, dir: 'older' })).toEqual(['Ford', 'Bridge']);
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Ford']);
      expect(await titles({ default: 'stable' })).toEqual(['Bridge']);
      expect(await titles({ default: 'latest' })).toEqual(['Ford', 'Talk:Ford']);
      expect(await titles({ autoreview: 'none' })).toEqual(['Ford']);
      expect(await titles({ autoreview: 'sysop' })).toEqual(['Bridge']);
    });
    it('continues from a page id and works as a generator', async () => {
      const [, second] = await records();
      expect((await ask({ limit: 1 })).continue).toEqual({ cpstart: second?.pageid, continue: '-||' });
      expect((await pages({ limit: 1 })).map(page => page.title)).toEqual(['Bridge']);
    });
  },
);
