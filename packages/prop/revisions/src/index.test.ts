import { defaultSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { loadUserBlocks } from '@wikiquery/users';
import { expect, it } from 'vitest';
import revisions from './index.ts';

describeModule(
  revisions,
  async wiki => {
    await wiki.page('Apple', { text: 'One\n== Two ==\nThree', user: 'Ada', comment: 'new [[Pear]]' });
    await wiki.edit('Apple', { text: 'One\n== Two ==\nFour', user: 'Bob', minor: true, tags: ['mobile'] });
    await wiki.edit('Apple', { text: 'secret', user: 'Cleo', comment: 'hush', hidden: 7 });
    await wiki.edit('Apple', { text: 'One {{Box|a}}', user: '192.0.2.1', slots: { note: 'aside' }, compressed: true });
    await wiki.page('Template:Box', { text: '({{{1}}})' });
    await wiki.page('Numbers', { text: '{{NUMBEROFEDITS}} edits' });
    await wiki.page('Style.css', { text: '.a {}', model: 'css' });
    await wiki.block('Eve', { pages: ['Apple'] });
    return { request: { titles: 'Apple' } };
  },
  ({ records, ask, pages, wiki }) => {
    const history = async (params: Record<string, string | number>, options = {}) =>
      (await records({ limit: 'max', ...params }, options))[0].revisions;

    it('returns the current revision of each page', async () => {
      const response = await ask({ prop: 'ids|user' }, { titles: 'Apple|Template:Box|Nothing' });
      expect(response.query.pages.map((page: { revisions?: unknown[] }) => page.revisions?.length)).toEqual([undefined, 1, 1]);
    });
    it('lists the history of a page in both directions', async () => {
      expect((await history({ prop: 'user' })).map((r: { user?: string }) => r.user)).toEqual(['192.0.2.1', undefined, 'Bob', 'Ada']);
      expect(await history({ dir: 'newer', limit: 1, prop: 'ids|flags|user' })).toEqual([
        { revid: 1, parentid: 0, minor: false, user: 'Ada' },
      ]);
      expect((await ask({ limit: 2 }, { titles: 'Apple|Template:Box' })).error.code).toBe('invalidparammix');
    });
    it('filters revisions by a range of times or ids', async () => {
      const ids = async (params: Record<string, string | number>) =>
        (await history({ prop: 'ids', ...params })).map((r: { revid: number }) => r.revid);
      expect(await ids({ startid: 3, endid: 2 })).toEqual([3, 2]);
      expect(await ids({ startid: 2, dir: 'newer' })).toEqual([2, 3, 4]);
      expect((await ask({ startid: 77 })).error.code).toBe('badid_rvstartid');
      expect((await ask({ startid: 1, start: '2024-01-01T00:00:00Z' })).error.code).toBe('invalidparammix');
    });
    it('filters revisions by user and tag without revealing hidden users', async () => {
      const ids = async (params: Record<string, string>, options = {}) =>
        (await ask({ prop: 'ids', limit: 'max', ...params }, {}, options)).query.pages[0].revisions?.map((r: { revid: number }) => r.revid);
      expect(await ids({ user: 'Bob' })).toEqual([2]);
      expect(await ids({ tag: 'mobile' })).toEqual([2]);
      expect(await ids({ tag: 'unheard of' })).toBeUndefined();
      expect(await ids({ user: 'Cleo' })).toBeUndefined();
      expect(await ids({ excludeuser: 'Bob' })).toEqual([4, 1]);
      expect(await ids({ user: 'Cleo' }, { as: ['deletedhistory'] })).toEqual([3]);
    });
    it('returns the content of slots', async () => {
      const [revision] = await history({ limit: 1, prop: 'content|roles|slotsize', slots: '*' });
      expect(revision).toEqual({
        roles: ['main', 'note'],
        slots: {
          main: { size: 13, contentmodel: 'wikitext', contentformat: 'text/x-wiki', content: 'One {{Box|a}}' },
          note: { size: 5, contentmodel: 'wikitext', contentformat: 'text/x-wiki', content: 'aside' },
        },
      });
      const [css] = (await ask({ prop: 'content', slots: 'main', 'contentformat-main': 'application/json' }, { titles: 'Style.css' })).query
        .pages;
      expect(css.revisions).toEqual([{ slots: { main: { badcontentformat: true } } }]);
    });
    it('returns a section of the content', async () => {
      const [revision] = await history({ dir: 'newer', limit: 1, prop: 'content', slots: 'main', section: 1 });
      expect(revision.slots.main.content).toBe('== Two ==\nThree');
      expect((await history({ limit: 1, prop: 'content', slots: 'main', section: 9 }))[0].slots.main).toEqual({ nosuchsection: true });
      expect((await ask({ limit: 1, prop: 'content', section: 9 })).error.code).toBe('nosuchsection');
    });
    it('returns revision-deleted data only to users with the rights', async () => {
      const params = { startid: 3, limit: 1, prop: 'user|comment|sha1|content', slots: 'main' };
      const hidden = { userhidden: true, sha1hidden: true, slots: { main: { texthidden: true } }, commenthidden: true };
      expect(await history(params)).toEqual([hidden]);
      const [seen] = await history(params, { as: ['deletedhistory', 'deletedtext'] });
      expect(seen).toMatchObject({ ...hidden, user: 'Cleo', comment: 'hush', slots: { main: { content: 'secret' } } });
    });
    it('hides revision-deleted data from users who are blocked from the page', async () => {
      const { id } = await wiki().user('Eve');
      const block = (await loadUserBlocks({ db: wiki().db, now: new Date() }, [id])).get(id)!;
      const eve = { as: { id, name: 'Eve', rights: ['deletedhistory', 'deletedtext'], block } };
      const params = { startid: 3, limit: 1, prop: 'user|comment|parsedcomment|sha1|content|slotsha1', slots: 'main' };
      expect(await history(params, eve)).toEqual([
        { userhidden: true, sha1hidden: true, slots: { main: { sha1hidden: true, texthidden: true } }, commenthidden: true },
      ]);
      const diff = async (revids: number, diffto: string | number) => {
        const { query, warnings } = await ask({ prop: 'ids', diffto }, { titles: false, revids, errorformat: 'plaintext' }, eve);
        return [query.pages[0].revisions[0].diff?.body, warnings.map(({ code }: { code: string }) => code).includes('difftohidden')];
      };
      expect(await diff(4, 'prev')).toEqual([false, false]);
      expect(await diff(4, 3)).toEqual([undefined, true]);
      expect(await diff(2, 1)).toEqual([expect.stringContaining('<tr>'), false]);
    });
    it('supports the deprecated parameters and the format without slots', async () => {
      const old = async (params: Record<string, string | number | boolean>) =>
        (await ask({ prop: 'content', ...params })).query.pages[0].revisions[0];
      expect(await old({ section: 0 })).toEqual({ contentformat: 'text/x-wiki', contentmodel: 'wikitext', content: 'One {{Box|a}}' });
      expect((await old({ expandtemplates: true })).content).toBe('One (a)');
      expect((await old({ parse: true })).content).toContain('<p>One (a)');
      expect((await old({ prop: 'parsetree' })).parsetree).toContain('<template><title>Box</title>');
      expect((await old({ prop: 'ids', difftotext: 'One' })).diff.body).toContain('<del');
      expect((await old({ prop: 'ids', diffto: 'cur' })).diff).toEqual({ from: 4, to: 0, body: '' });
      expect((await old({ prop: 'ids', diffto: 2 })).diff).toMatchObject({ from: 4, to: 2 });
      expect((await ask({ slots: '*', diffto: 'prev' })).error.code).toBe('invalidparammix');
      const hidden = (await ask({ prop: 'ids', diffto: 'prev' }, { titles: false, revids: 4 })).query.pages[0].revisions[0].diff;
      expect(hidden).toEqual({ from: 3, to: 4, body: false });
      expect((await ask({ prop: 'content', expandtemplates: true }, { titles: 'Numbers' })).query.pages[0].revisions[0].content).toBe(
        '7 edits',
      );
    });
    it('compares long texts in an isolated process', async () => {
      const text = Array.from({ length: 6000 }, (_, at) => `line ${at}`).join('\n');
      const { body } = (await ask({ prop: 'ids', difftotext: text })).query.pages[0].revisions[0].diff;
      expect(body.match(/<tr>/g)).toHaveLength(6001);
      expect(body).toContain('<ins class="diffchange diffchange-inline">line 5999</ins>');
    });
    it('computes one diff per response', async () => {
      const found = await history({ prop: 'ids', diffto: 'prev', dir: 'newer' });
      expect(found.map((r: { diff?: { notcached?: true; from?: number | false } }) => r.diff?.notcached ?? r.diff?.from)).toEqual([
        false,
        1,
        undefined,
        true,
      ]);
    });
    it('returns comments in HTML', async () => {
      expect((await history({ dir: 'newer', limit: 1, prop: 'parsedcomment' }))[0].parsedcomment).toContain('>Pear</a>');
    });
    it('generates the page of the revisions', async () => {
      expect((await pages({ limit: 2 })).map(page => page.title)).toEqual(['Apple']);
    });
  },
  { site: defaultSite({ slotRoles: ['main', 'note'] }) },
);
