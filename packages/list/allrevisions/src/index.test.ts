import { describeModule } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { expect, it } from 'vitest';
import allrevisions from './index.ts';

describeModule(
  allrevisions,
  async wiki => {
    await wiki.page('Apple', { user: 'Ada' });
    await wiki.page('Talk:Apple', { user: 'Bob' });
    await wiki.edit('Apple', { text: 'more', user: 'Bob' });
    await wiki.page('Banana', { user: 'Cleo', hidden: 4 });
    await wiki.block('Eve');
    return { grouped: 'revisions' };
  },
  ({ records, ask, pages, wiki }) => {
    const ids = async (params: Record<string, string | number>) =>
      (await records({ prop: 'ids', limit: 'max', ...params })).map(page => page.revisions?.map(revision => revision.revid));

    it('lists revisions sorted by time and grouped by page', async () => {
      expect(await ids({})).toEqual([[4], [3, 1], [2]]);
      expect(await records({ dir: 'newer', limit: 1, prop: 'ids' })).toEqual([
        { pageid: 1, revisions: [{ revid: 1, parentid: 0 }], ns: 0, title: 'Apple' },
      ]);
    });
    it('filters revisions by user and namespace', async () => {
      expect(await ids({ user: 'Bob' })).toEqual([[3], [2]]);
      expect(await ids({ user: 'Cleo' })).toEqual([]);
      expect(await ids({ excludeuser: 'Bob' })).toEqual([[1]]);
      expect(await ids({ namespace: 1 })).toEqual([[2]]);
      expect((await ask({ user: 'Ada', excludeuser: 'Bob' })).error.code).toBe('invalidparammix');
    });
    it('does not filter by namespace if all namespaces are requested', async () => {
      const [main, ...others] = [...wiki().site.namespaces.keys()].filter(id => id >= 0).sort((a, b) => a - b);
      expect(await ids({ namespace: others.join('|') })).toEqual([[2]]);
      const move = (namespace: number) =>
        wiki().db.updateTable('page').set({ page_namespace: namespace }).where('page_title', '=', 'Banana').execute();
      // Moves the page to a namespace that the site configuration does not define.
      await move(3000);
      expect(await ids({ namespace: [main, ...others].join('|') })).toEqual([[4], [3, 1], [2]]);
      await move(0);
    });
    it('returns hidden user names only to users with the right and without a block', async () => {
      const { id } = await wiki().user('Eve');
      const block = (await loadUserBlocks({ db: wiki().db, now: new Date() }, [id])).get(id)!;
      const eve = { id, name: 'Eve', rights: ['deletedhistory'] };
      const banana = async (as: typeof eve) => (await records({ prop: 'user', limit: 1, namespace: 0 }, { as }))[0]?.revisions;
      expect(await banana(eve)).toEqual([{ userhidden: true, user: 'Cleo' }]);
      expect(await banana({ ...eve, block } as typeof eve)).toEqual([{ userhidden: true }]);
    });
    it('works as a generator of pages', async () => {
      expect((await pages({ limit: 3, generatetitles: true })).map(page => page.title)).toEqual(['Apple', 'Talk:Apple', 'Banana']);
    });
  },
);
