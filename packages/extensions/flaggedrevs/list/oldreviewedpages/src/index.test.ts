import { createTables } from '@wikiquery/database';
import { FLAGGED_TABLES, flaggedPages } from '@wikiquery/flagged-pages';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import oldreviewedpages from './index.ts';

describeModule(
  oldreviewedpages,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, FLAGGED_TABLES)) await sql.raw(statement).execute(wiki.db);
    const wait = async (title: string, since: string | null, more: { text?: string } = {}) => {
      const { id, latest } = await wiki.page(title, { text: 'short' });
      await wiki.edit(title, { text: more.text ?? 'a longer text' });
      const row = { fp_page_id: id, fp_reviewed: 0, fp_pending_since: since, fp_stable: latest, fp_quality: 0 };
      await flaggedPages(wiki.db).insertInto('flaggedpages').values(row).execute();
    };
    await wait('Bridge', '20240103000000');
    await wait('Ford', '20240101000000', { text: 'short too' });
    await wait('Mill', null);
    await wait('Talk:Mill', '20240102000000');
    await wait('Weir', '20240104000000');
    await wiki.category('Weir', 'Rivers');
    const why = 'The records give the time as `pending_since`.';
    return { filters: { start: why, end: why } };
  },
  ({ records, ask, pages }) => {
    const titles = async (params = {}) => (await records(params)).map(({ title }) => title);

    it('lists pages with pending changes, longest pending first', async () => {
      expect(await titles()).toEqual(['Ford', 'Bridge', 'Weir']);
      expect((await records())[0]).toMatchObject({
        ...{ ns: 0, title: 'Ford', pending_since: '2024-01-01T00:00:00Z', flagged_level: 0, flagged_level_text: 'stable', diff_size: 4 },
      });
      expect(await titles({ dir: 'older' })).toEqual(['Weir', 'Bridge', 'Ford']);
    });
    it('filters pages by time, size change, category, namespace and redirects', async () => {
      expect(await titles({ start: '2024-01-02T00:00:00Z', end: '2024-01-03T00:00:00Z' })).toEqual(['Bridge']);
      expect(await titles({ dir: 'older', start: '2024-01-03T00:00:00Z' })).toEqual(['Bridge', 'Ford']);
      expect(await titles({ maxsize: 5 })).toEqual(['Ford']);
      expect(await titles({ category: 'Rivers' })).toEqual(['Weir']);
      expect(await titles({ namespace: '0|1' })).toEqual(['Ford', 'Talk:Mill', 'Bridge', 'Weir']);
      expect(await titles({ filterredir: 'redirects' })).toEqual([]);
    });
    it('continues from a timestamp, works as a generator and requires a login for the watchlist', async () => {
      expect((await ask({ limit: 1 })).continue).toEqual({ orstart: '2024-01-03T00:00:00Z', continue: '-||' });
      expect((await pages({ limit: 1 })).map(page => page.title)).toEqual(['Ford']);
      expect((await ask({ filterwatched: 'watched' })).error.code).toBe('notloggedin');
    });
  },
);
