import { createTables } from '@wikiquery/database';
import { FLAGGED_TABLES, flaggedPages } from '@wikiquery/flagged-pages';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import unreviewedpages from './index.ts';

describeModule(
  unreviewedpages,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, FLAGGED_TABLES)) await sql.raw(statement).execute(wiki.db);
    for (const title of ['Ford', 'Bridge', 'Weir', 'Talk:Weir']) await wiki.page(title);
    await wiki.redirect('Span', 'Bridge');
    for (const [title, quality] of [
      ['Mill', 0],
      ['Dam', 1],
    ] as const) {
      const { id, latest } = await wiki.page(title);
      const row = { fp_page_id: id, fp_reviewed: 1, fp_pending_since: null, fp_stable: latest, fp_quality: quality };
      await flaggedPages(wiki.db).insertInto('flaggedpages').values(row).execute();
    }
    return undefined;
  },
  ({ records, ask, pages }) => {
    const titles = async (params = {}) => (await records(params)).map(({ title }) => title);

    it('lists unreviewed pages and pages reviewed below the requested level', async () => {
      expect(await titles()).toEqual(['Bridge', 'Ford', 'Span', 'Weir']);
      expect(await titles({ filterlevel: 1 })).toEqual(['Bridge', 'Ford', 'Mill', 'Span', 'Weir']);
      expect(await titles({ filterlevel: 2 })).toEqual(['Bridge', 'Dam', 'Ford', 'Mill', 'Span', 'Weir']);
      expect((await records())[0]).toEqual({ pageid: expect.any(Number), ns: 0, title: 'Bridge', revid: expect.any(Number) });
    });
    it('filters pages by title, namespace and redirects', async () => {
      expect(await titles({ start: 'C', end: 'T' })).toEqual(['Ford', 'Span']);
      expect(await titles({ start: 'Ford', end: 'Span' })).toEqual(['Ford', 'Span']);
      expect(await titles({ dir: 'descending', start: 'T' })).toEqual(['Span', 'Ford', 'Bridge']);
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Weir']);
      expect(await titles({ filterredir: 'redirects' })).toEqual(['Span']);
      expect(await titles({ filterredir: 'nonredirects' })).toEqual(['Bridge', 'Ford', 'Weir']);
    });
    it('continues from a title and works as a generator', async () => {
      expect((await ask({ limit: 1 })).continue).toEqual({ urstart: 'Ford', continue: '-||' });
      expect(new Set((await pages({ limit: 2 })).map(page => page.title))).toEqual(new Set(['Bridge', 'Ford']));
    });
  },
);
