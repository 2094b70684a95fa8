import { createTables } from '@wikiquery/database';
import { describeModule } from '@wikiquery/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import linterrors from './index.ts';
import { LINTER_TABLES, type LinterTables } from './tables.ts';

describeModule(
  linterrors,
  async wiki => {
    for (const statement of createTables(wiki.database.engine, LINTER_TABLES)) await sql.raw(statement).execute(wiki.db);
    const bridge = await wiki.page('Bridge');
    const talk = await wiki.page('Talk:Bridge');
    const error = (linter_id: number, page: { id: number }, linter_cat: number, params: unknown) => ({
      ...{ linter_id, linter_page: page.id, linter_namespace: 0, linter_cat, linter_start: linter_id, linter_end: linter_id + 5 },
      linter_params: JSON.stringify(params),
    });
    const errors = [
      error(1, bridge, 2, { name: 'center', templateInfo: { name: 'Template:Box' } }),
      error(2, talk, 2, []),
      error(3, bridge, 20, { name: 'table' }),
      error(4, bridge, 6, { name: 'b', inTable: true }),
      error(5, bridge, 99, {}),
      ...[null, 'text', 7].map((params, n) => error(6 + n, bridge, 20, params)),
    ];
    await wiki.db.withTables<LinterTables>().insertInto('linter').values(errors).execute();
    return undefined;
  },
  ({ records, ask, wiki }) => {
    const ids = async (params: object) => (await records({ ...params })).map(({ lintId }) => lintId);

    it('lists errors in visible categories', async () => {
      expect(await records()).toMatchObject([
        {
          ...{ ns: 0, title: 'Bridge', lintId: 1, category: 'obsolete-tag', location: [1, 6] },
          ...{ templateInfo: { name: 'Template:Box' }, params: { name: 'center' } },
        },
        { title: 'Talk:Bridge', lintId: 2, templateInfo: {}, params: {} },
        { lintId: 4, category: 'self-closed-tag', params: { name: 'b', inTable: true } },
      ]);
    });
    it('returns empty parameters if the stored parameters are not an object', async () => {
      const read = await records({ categories: 'large-tables', from: 6 });
      expect(read.map(({ templateInfo, params }) => [templateInfo, params])).toEqual(Array.from({ length: 3 }, () => [{}, {}]));
    });
    it('sorts the categories by priority and name, as Linter does', async () => {
      const { values = () => [] } = linterrors.params.categories.type;
      const names = values(wiki().site);
      expect(names.slice(0, 4)).toEqual(['deletable-table-tag', 'duplicate-ids', 'html5-misnesting', 'misc-tidy-replacement-issues']);
      expect(names.slice(-2)).toEqual(['fostered-transparent', 'large-tables']);
    });
    it('filters errors by category, page, title and namespace', async () => {
      expect(await ids({ categories: 'large-tables|self-closed-tag' })).toEqual([3, 4, 6, 7, 8]);
      expect(await ids({ namespace: 1 })).toEqual([2]);
      expect(await ids({ title: 'bridge' })).toEqual([1, 4]);
      expect(await ids({ from: 2 })).toEqual([2, 4]);
      expect((await ask({ from: 9 })).query).toBeUndefined();
      expect((await ask({ title: 'A', pageid: 1 })).error.code).toBe('invalidparammix');
      expect((await ask({ title: 'a[b' })).error.code).toBe('invalidtitle');
      expect((await ask({ limit: 1 })).continue).toEqual({ lntfrom: 2, continue: '-||' });
    });
  },
);
