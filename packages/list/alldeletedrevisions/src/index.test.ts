import { describeModule } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { expect, it } from 'vitest';
import alldeletedrevisions from './index.ts';

/** Continue value of revision 3. Database engines format its timestamp differently. */
const AT_ID_3 = /^2024-?03-?01 ?00:?00:?00(?:\+00)?\|3$/;
const HISTORY = ['deletedhistory'];
const ALL = ['deletedhistory', 'deletedtext', 'viewsuppressed'];

describeModule(
  alldeletedrevisions,
  async wiki => {
    const same = '20240301000000';
    await wiki.page('Apple', { text: 'one', user: 'Ada', timestamp: '20240201000000' }); // Revision 1
    await wiki.edit('Apple', { user: 'Bob', tags: ['mark'], timestamp: same }); // Revision 2
    await wiki.edit('Apple', { user: 'Ada', timestamp: same }); // Revision 3
    await wiki.page('Talk:Apple', { user: 'Ada', timestamp: same }); // Revision 4
    await wiki.page('Banana', { user: 'Cleo', hidden: 4 }); // Revision 5
    await wiki.page('Cherry', { user: 'Cleo', hidden: 12 }); // Revision 6
    for (const title of ['Apple', 'Talk:Apple', 'Banana', 'Cherry']) await wiki.deletePage(title);
    await wiki.page('Banana', { user: 'Ada', id: 77 });
    await wiki.block('Eve', { pages: ['Banana'] });
    return { grouped: 'revisions', as: ALL, filters: { start: { user: 'Ada' }, end: { user: 'Ada' } } };
  },
  ({ records, ask, pages, wiki }) => {
    const ids = async (params: Record<string, string | number> = {}, as: readonly string[] = ALL) =>
      (await records({ prop: 'ids', limit: 'max', ...params }, { as })).map(page => page.revisions.map(revision => revision.revid));

    it('lists revisions sorted by title, with the ids of recreated pages', async () => {
      expect(await ids()).toEqual([[4], [6], [5], [3, 2, 1]]);
      expect(await ids({ dir: 'newer' })).toEqual([[1, 2, 3], [5], [6], [4]]);
      expect(await records({ prop: 'ids', namespace: 0, from: 'banana', to: 'b', limit: 1 })).toEqual([
        { pageid: 77, revisions: [{ revid: 5, parentid: 0 }], ns: 0, title: 'Banana' },
      ]);
    });
    it('filters revisions by a range of titles', async () => {
      expect(await ids({ dir: 'newer', from: 'b', to: 'Banana' })).toEqual([[5]]);
      expect(await ids({ dir: 'newer', prefix: 'a' })).toEqual([[1, 2, 3], [4]]);
      expect(await ids({ namespace: 1 })).toEqual([[4]]);
      expect(await ids({ namespace: '' })).toEqual([]);
      expect((await ask({ prop: 'ids', from: 'a|b' })).error.code).toBe('invalidtitle');
    });
    it('lists the revisions of a user sorted by time', async () => {
      expect(await ids({ user: 'Ada' })).toEqual([[4], [3, 1]]);
      expect(await ids({ user: 'Ada', dir: 'newer', start: '20240201000000', end: '20240202000000' })).toEqual([[1]]);
      expect(await ids({ user: 'Ada', namespace: 0 })).toEqual([[3, 1]]);
      const { continue: next } = await ask({ prop: 'ids', user: 'Ada', limit: 1 });
      expect(next.adrcontinue).toMatch(AT_ID_3);
      for (const params of [{ from: 'A' }, { to: 'A' }, { prefix: 'A' }, { excludeuser: 'Bob' }])
        expect((await ask({ user: 'Ada', ...params })).error.code).toBe('invalidparammix');
      expect((await ask({ start: '20240201000000' })).error.code).toBe('invalidparammix');
    });
    it('finds revisions by a hidden user name only for users who can see the name', async () => {
      expect(await ids({ user: 'Cleo' })).toEqual([[6], [5]]);
      expect(await ids({ user: 'Cleo' }, HISTORY)).toEqual([[5]]);
      expect(await ids({ user: 'Cleo' }, [])).toEqual([]);
      expect(await ids({ excludeuser: 'Ada' }, [])).toEqual([[2]]);
      expect(await ids({ tag: 'mark' })).toEqual([[2]]);
    });
    it('returns hidden user names only to users with the right and without a block', async () => {
      const { id } = await wiki().user('Eve');
      const block = (await loadUserBlocks({ db: wiki().db, now: new Date() }, [id])).get(id)!;
      const as = { id, name: 'Eve', rights: ALL, block };
      const pagesWithUsers = await records({ prop: 'user', user: 'Cleo', dir: 'newer', limit: 'max' }, { as });
      expect(pagesWithUsers.map(({ title, revisions }) => [title, revisions])).toEqual([
        ['Banana', [{ userhidden: true }]],
        ['Cherry', [{ userhidden: true, user: 'Cleo', suppressed: true }]],
      ]);
    });
    it('returns comments and content depending on rights', async () => {
      const denied = async (prop: string, as: readonly string[]) => (await ask({ prop, slots: 'main' }, {}, { as })).error?.code;
      expect(await denied('comment', [])).toBe('permissiondenied');
      expect(await denied('content', HISTORY)).toBe('permissiondenied');
      const [page] = await records({ prop: 'content', slots: 'main', dir: 'newer', limit: 1 });
      expect(page?.revisions).toEqual([{ slots: { main: { contentmodel: 'wikitext', contentformat: 'text/x-wiki', content: 'one' } } }]);
    });
    it('generates revisions or titles', async () => {
      const titles = async (params: Record<string, string | number | boolean>, as: readonly string[] = ALL) =>
        (await pages(params, {}, { as })).map(page => page.title).toSorted((a, b) => (a < b ? -1 : 1));
      expect(await titles({ namespace: 0, limit: 1 })).toEqual(['Cherry']);
      expect(await titles({ generatetitles: true, limit: 3 }, [])).toEqual(['Banana', 'Cherry', 'Talk:Apple']);
      expect(await titles({ generatetitles: true, dir: 'newer', limit: 2 })).toEqual(['Apple', 'Banana']);
      const { warnings } = await ask({ limit: 1 }, { list: '', generator: 'alldeletedrevisions', gadrgeneratetitles: true });
      expect(warnings.alldeletedrevisions.warnings).toContain('adrdir=newer');
      const step = await ask({}, { list: '', generator: 'alldeletedrevisions', gadrgeneratetitles: true, gadrdir: 'newer', gadrlimit: 1 });
      expect(step.continue.gadrcontinue).toBe('0|Banana');
    });
    it('requires a constant number of statements for any number of titles', async () => {
      const statements = async (params: Record<string, string | number>) => {
        const before = wiki().statements;
        await ids(params);
        return wiki().statements - before;
      };
      expect(await statements({})).toBe(await statements({ limit: 1 }));
    });
  },
);
