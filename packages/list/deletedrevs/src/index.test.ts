import { describeModule } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { expect, it } from 'vitest';
import deletedrevs from './index.ts';

/** Continue value of revision 3. Database engines format its timestamp differently. */
const AT_ID_3 = /^2024-?03-?01 ?00:?00:?00(?:\+00)?\|3$/;
const HISTORY = ['deletedhistory'];
const same = '20240301000000';
const ALL = ['deletedhistory', 'deletedtext', 'viewsuppressed', 'undelete'];

describeModule(
  deletedrevs,
  async wiki => {
    await wiki.page('Apple', { text: 'one', user: 'Ada', comment: 'begun [[Pear]]', timestamp: '20240201000000' }); // Revision 1
    await wiki.edit('Apple', { text: 'two', user: 'Bob', minor: true, tags: ['mark'], timestamp: same }); // Revision 2
    await wiki.edit('Apple', { text: 'three', user: 'Ada', timestamp: same }); // Revision 3
    await wiki.page('Banana', { text: 'hidden', user: 'Cleo', comment: 'secret', hidden: 7, timestamp: same }); // Revision 4
    await wiki.page('Cherry', { text: 'sealed', user: 'Cleo', hidden: 15 }); // Revision 5
    await wiki.page('Talk:Apple', { user: 'Ada', timestamp: same }); // Revision 6
    await wiki.page('Moved', { user: 'Ada' }); // Revision 7
    for (const title of ['Apple', 'Banana', 'Cherry', 'Talk:Apple', 'Moved']) await wiki.deletePage(title);
    await wiki.redirect('Moved', 'Apple');
    await wiki.block('Eve');
    return {
      grouped: 'revisions',
      as: ALL,
      filters: {
        start: { user: 'Ada' },
        end: { user: 'Ada' },
        user: 'With a user the list is that of all namespaces.',
      },
    };
  },
  ({ records, ask, wiki }) => {
    const ids = async (params: Record<string, string | number | boolean> = {}, request = {}, as: readonly string[] = ALL) => {
      const { query, error } = await ask({ prop: 'revid', ...params }, request, { as });
      expect(error).toBeUndefined();
      return query.deletedrevs.map((page: { revisions: { revid: number }[] }) => page.revisions.map(({ revid }) => revid));
    };
    const codeOf = async (params: Record<string, string>, request = {}, as: readonly string[] = ALL) =>
      (await ask(params, request, { as })).error?.code;

    it('lists the revisions of requested titles and of resolved redirects', async () => {
      expect(await ids({}, { titles: 'Apple|Cherry' })).toEqual([[5], [3, 2, 1]]);
      expect(await ids({ dir: 'newer', start: same, end: same }, { titles: 'Apple|Cherry' })).toEqual([[2, 3]]);
      expect(await ids({}, { titles: 'Moved', redirects: true })).toEqual([[7], [3, 2, 1]]);
      expect(await codeOf({ from: 'A' }, { titles: 'Apple' })).toBe('badparams');
    });
    it('ignores blocks of the user, as MediaWiki does for this module', async () => {
      const { id } = await wiki().user('Eve');
      const block = (await loadUserBlocks({ db: wiki().db, now: new Date() }, [id])).get(id)!;
      const as = { id, name: 'Eve', rights: ALL, block };
      const { query } = await ask({ prop: 'user|comment|content' }, { titles: 'Banana' }, { as });
      expect(query.deletedrevs[0].revisions[0]).toMatchObject({ userhidden: true, user: 'Cleo', comment: 'secret', text: 'hidden' });
    });
    it('lists the revisions of a user', async () => {
      expect(await ids({ user: 'Ada' })).toEqual([[6], [3, 1], [7]]);
      expect(await ids({ user: 'Ada', end: same })).toEqual([[6], [3]]);
      expect((await ask({ user: 'Ada', limit: 1, start: same })).continue.drcontinue).toMatch(AT_ID_3);
      expect(await codeOf({ user: 'Ada', prefix: 'A' })).toBe('badparams');
      expect(await codeOf({ user: 'Ada', excludeuser: 'Bob' })).toBe('badparams');
    });
    it('lists the revisions of a namespace', async () => {
      expect(await ids()).toEqual([[7], [5], [4], [3, 2, 1]]);
      expect(await ids({ namespace: 1 })).toEqual([[6]]);
      expect(await ids({ dir: 'newer', from: 'b', to: 'Cherry' })).toEqual([[4], [5]]);
      expect(await ids({ prefix: 'ch' })).toEqual([[5]]);
      expect(await codeOf({ start: same })).toBe('badparams');
    });
    it('lists one revision of each title if unique is set', async () => {
      expect(await ids({ unique: true })).toEqual([[7], [5], [4], [3]]);
      expect(await ids({ unique: true, dir: 'newer' })).toEqual([[1], [4], [5], [7]]);
      expect(await ids({ unique: true, excludeuser: 'Ada', namespace: 0 })).toEqual([[5], [4], [2]]);
      const { continue: next } = await ask({ unique: true, limit: 3 });
      expect(next.drcontinue).toMatch(/^0\|Apple\|/);
      expect(await ids({ unique: true }, next)).toEqual([[3]]);
    });
    it('finds revisions by a hidden user name only for users who can see the name', async () => {
      expect(await ids({ user: 'Cleo' })).toEqual([[4], [5]]);
      expect(await ids({ user: 'Cleo' }, {}, HISTORY)).toEqual([[4]]);
      expect(await ids({ excludeuser: 'Ada' }, {}, HISTORY)).toEqual([[4], [2]]);
      expect(await ids({ tag: 'mark' })).toEqual([[2]]);
      expect(await ids({ tag: 'none' })).toEqual([]);
    });
    it('returns all properties of revisions', async () => {
      const prop = 'revid|parentid|user|userid|comment|parsedcomment|minor|len|sha1|content|token|tags';
      const told = async (title: string, as: readonly string[]) => (await ask({ prop }, { titles: title }, { as })).query.deletedrevs[0];
      const { revisions, ...page } = await told('Apple', ALL);
      expect(page).toEqual({ ns: 0, title: 'Apple', token: '+\\' });
      expect(revisions.slice(1)).toEqual([
        {
          timestamp: '2024-03-01T00:00:00Z',
          revid: 2,
          parentid: 1,
          user: 'Bob',
          userid: 2,
          comment: '',
          parsedcomment: '',
          minor: true,
          len: '3',
          sha1: 'ad782ecdac770fc6eb9a62e44f90873fb97fb26b',
          text: 'two',
          tags: ['mark'],
        },
        expect.objectContaining({ parentid: 0, minor: false, comment: 'begun [[Pear]]', text: 'one', tags: [] }),
      ]);
      const hidden = await told('Banana', [...HISTORY, 'undelete']);
      expect(hidden.revisions[0]).toMatchObject({ user: 'Cleo', comment: 'secret', userhidden: true, sha1hidden: true, texthidden: true });
      expect(hidden.revisions[0]).not.toHaveProperty('text');
      expect((await told('Banana', ALL)).revisions[0]).toMatchObject({ texthidden: true, text: 'hidden' });
      const sealed = { userhidden: true, commenthidden: true, sha1hidden: true, texthidden: true, suppressed: true };
      const {
        revisions: [seen],
      } = await told('Cherry', [...HISTORY, 'deletedtext']);
      expect(seen).toEqual({ timestamp: seen.timestamp, revid: 5, parentid: 0, minor: false, len: '6', tags: [], ...sealed });
    });
    it('requires the right to see deleted history', async () => {
      expect(await codeOf({}, {}, ['deletedtext'])).toBe('permissiondenied');
      expect(await codeOf({ prop: 'content' }, {}, HISTORY)).toBe('permissiondenied');
      expect(await records({ prop: 'token', limit: 1 }, { as: HISTORY })).toEqual([
        { revisions: [{ timestamp: expect.any(String) }], ns: 0, title: 'Moved' },
      ]);
      expect((await ask()).warnings.deletedrevs.warnings).toContain('prop=deletedrevisions');
    });
    it('returns null if the database contains no length for a revision', async () => {
      await wiki().db.updateTable('archive').set({ ar_len: null }).where('ar_rev_id', '=', 1).execute();
      const [page] = await records({ prop: 'len|sha1', prefix: 'Apple', dir: 'newer', limit: 1 });
      expect(page?.revisions).toEqual([{ timestamp: '2024-02-01T00:00:00Z', len: null, sha1: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
    });
  },
);
