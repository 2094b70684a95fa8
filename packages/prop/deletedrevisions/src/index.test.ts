import { describeModule } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { expect, it } from 'vitest';
import deletedrevisions from './index.ts';

const HISTORY = ['deletedhistory'];
const TEXT = ['deletedhistory', 'deletedtext'];
const ALL = [...TEXT, 'viewsuppressed'];

describeModule(
  deletedrevisions,
  async wiki => {
    const same = '20240301000000';
    await wiki.page('Lost', { text: 'one', user: 'Ada', comment: 'begun', timestamp: '20240201000000' }); // Revision 1
    await wiki.edit('Lost', { text: 'two', user: 'Bob', tags: ['mark'], timestamp: same }); // Revision 2
    await wiki.edit('Lost', { text: '== A ==\nthree', user: 'Ada', timestamp: same }); // Revision 3
    await wiki.page('Talk:Lost', { text: 'talk', user: 'Cleo', comment: 'secret', hidden: 7, timestamp: same }); // Revision 4
    await wiki.page('Sealed', { text: 'sealed', user: 'Cleo', hidden: 15, timestamp: same }); // Revision 5
    for (const title of ['Lost', 'Talk:Lost', 'Sealed']) await wiki.deletePage(title);
    await wiki.page('Lost', { text: 'new', user: 'Ada' }); // Revision 6
    await wiki.block('Eve');
    return { request: { titles: 'Lost|Talk:Lost|Sealed|Nothing' }, as: ALL };
  },
  ({ ask, pages, wiki }) => {
    interface Page {
      readonly title: string;
      readonly deletedrevisions?: readonly { readonly revid: number }[];
    }
    const found = async (params: Record<string, string | number>, request = {}, as: readonly string[] = ALL) => {
      const { query, error } = await ask({ prop: 'ids', ...params }, request, { as });
      expect(error).toBeUndefined();
      return Object.fromEntries(
        (query.pages as Page[]).flatMap(({ title, deletedrevisions: list }) => (list ? [[title, list.map(({ revid }) => revid)]] : [])),
      );
    };

    it('lists deleted revisions of existing and missing titles', async () => {
      expect(await found({})).toEqual({ Lost: [3, 2, 1], 'Talk:Lost': [4], Sealed: [5] });
      expect(await found({ dir: 'newer' })).toEqual({ Lost: [1, 2, 3], 'Talk:Lost': [4], Sealed: [5] });
      expect(await found({ dir: 'newer', start: '20240202000000' }, { titles: 'Lost' })).toEqual({ Lost: [2, 3] });
      expect(await found({ end: '20240202000000' }, { titles: 'Lost' })).toEqual({ Lost: [3, 2] });
    });
    it('returns deleted revisions by id only to users with the right', async () => {
      const titles = false;
      expect(await found({}, { titles, revids: '3|1|6' })).toEqual({ Lost: [3, 1] });
      const { query } = await ask({}, { titles, revids: '3|1' }, { as: [] });
      expect(query).toEqual({ badrevids: { 1: { revid: 1, missing: true }, 3: { revid: 3, missing: true } } });
      const step = await ask({ prop: 'ids', limit: 1 }, { titles, revids: '3|1' });
      expect(step.continue.drvcontinue).toBe('1|1');
    });
    it('filters revisions by user and tag without revealing hidden users', async () => {
      expect(await found({ user: 'Ada' })).toEqual({ Lost: [3, 1] });
      expect(await found({ excludeuser: 'Ada' })).toEqual({ Lost: [2], 'Talk:Lost': [4], Sealed: [5] });
      expect(await found({ user: 'Cleo' }, {}, HISTORY)).toEqual({ 'Talk:Lost': [4] });
      expect(await found({ user: 'Cleo' }, {}, [])).toEqual({});
      expect(await found({ excludeuser: 'Ada' }, {}, [])).toEqual({ Lost: [2] });
      expect(await found({ tag: 'mark' })).toEqual({ Lost: [2] });
      expect(await found({ tag: 'none' })).toEqual({});
      expect((await ask({ user: 'Ada', excludeuser: 'Bob' })).error.code).toBe('invalidparammix');
    });
    it('returns comments and content depending on rights', async () => {
      const params = { prop: 'user|comment|content|sha1', slots: 'main' };
      const denied = async (prop: string, as: readonly string[]) => (await ask({ prop, slots: 'main' }, {}, { as })).error?.code;
      expect(await denied('comment', ['deletedtext'])).toBe('permissiondenied');
      expect(await denied('content', HISTORY)).toBe('permissiondenied');
      expect(await denied('content', ['undelete'])).toBeUndefined();
      const told = async (title: string, as: readonly string[]) =>
        (await ask(params, { titles: title }, { as })).query.pages[0].deletedrevisions[0];
      const slot = { contentmodel: 'wikitext', contentformat: 'text/x-wiki', content: 'talk' };
      expect(await told('Talk:Lost', TEXT)).toMatchObject({
        user: 'Cleo',
        comment: 'secret',
        slots: { main: { texthidden: true, ...slot } },
      });
      expect(await told('Talk:Lost', [...HISTORY, 'undelete'])).toMatchObject({ user: 'Cleo', slots: { main: { texthidden: true } } });
      expect((await told('Talk:Lost', [...HISTORY, 'undelete'])).slots.main).not.toHaveProperty('content');
      expect(await told('Sealed', TEXT)).toEqual({
        userhidden: true,
        sha1hidden: true,
        slots: { main: { texthidden: true } },
        commenthidden: true,
        suppressed: true,
      });
      expect((await told('Sealed', ALL)).slots.main.content).toBe('sealed');
    });
    it('hides revision-deleted data from blocked users, but no other data', async () => {
      const { id } = await wiki().user('Eve');
      const block = (await loadUserBlocks({ db: wiki().db, now: new Date() }, [id])).get(id)!;
      const as = { id, name: 'Eve', rights: ALL, block };
      const params = { prop: 'user|comment|content|sha1', slots: 'main', dir: 'newer' };
      const told = async (title: string) => (await ask(params, { titles: title }, { as })).query.pages[0].deletedrevisions[0];
      const hidden = { userhidden: true, sha1hidden: true, slots: { main: { texthidden: true } }, commenthidden: true };
      expect(await told('Talk:Lost')).toEqual(hidden);
      expect(await told('Sealed')).toEqual({ ...hidden, suppressed: true });
      expect(await told('Lost')).toMatchObject({ user: 'Ada', comment: 'begun', slots: { main: { content: 'one' } } });
    });
    it('returns no diffs for deleted revisions', async () => {
      const diffs = async (diffto: string) =>
        (await ask({ prop: 'ids', diffto, limit: 1 }, { titles: 'Lost' })).query.pages[0].deletedrevisions[0].diff;
      expect(await diffs('prev')).toEqual({ from: false, to: 3, body: false });
      expect(await diffs('next')).toEqual({ from: 3, to: 0, body: false });
      expect(await diffs('cur')).toEqual({ from: 3, to: 0, body: false });
    });
    it('generates revisions', async () => {
      expect((await pages({ user: 'Cleo' })).map(page => page.title)).toEqual(['Sealed', 'Talk:Lost']);
    });
  },
);
