import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import recentchanges from './index.ts';

describeModule(
  recentchanges,
  async wiki => {
    await wiki.page('Bridge', { user: 'Ada', text: 'one' });
    await wiki.page('Talk:Bridge', { user: '192.0.2.7', comment: 'asks' });
    await wiki.edit('Bridge', { user: 'Bob', text: 'one two', minor: true, comment: '/* Arch */ more', tags: ['mobile'] });
    await wiki.redirect('Span', 'Bridge', { user: 'Ada' });
    await wiki.log('protect', 'protect', { title: 'Secret', user: 'Ada', params: '[edit=sysop]', hidden: 1 });
    await wiki.hideRevision(await wiki.edit('Bridge', { user: 'Eve', text: 'slander', comment: 'shame' }), 1 | 2 | 4);
  },
  ({ records, pages, ask }) => {
    const titles = async (params: Record<string, string | number | boolean>, as?: readonly string[]) =>
      (await records(params, as ? { as } : {})).map(change => change.title);

    it('lists changes, newest first', async () => {
      const [change] = await records({ tag: 'mobile', prop: 'title|ids|user|userid|flags|sizes|comment|parsedcomment|redirect|tags|sha1' });
      expect(change).toMatchObject({
        type: 'edit',
        ns: 0,
        title: 'Bridge',
        revid: 3,
        old_revid: 1,
        user: 'Bob',
        bot: false,
        new: false,
        minor: true,
      });
      expect(change).toMatchObject({ oldlen: 3, newlen: 7, comment: '/* Arch */ more', redirect: false, tags: ['mobile'] });
      expect(change?.parsedcomment).toContain('#Arch');
      expect(change?.sha1).toMatch(/^[0-9a-f]{40}$/);
    });
    it('filters changes by type, flag, user and page', async () => {
      expect(await titles({ type: 'new' })).toEqual(['Span', 'Talk:Bridge', 'Bridge']);
      expect(await titles({ show: 'anon' })).toEqual(['Talk:Bridge']);
      expect(await titles({ show: 'redirect' })).toEqual(['Span']);
      expect(await titles({ user: 'Ada', type: 'new' })).toEqual(['Span', 'Bridge']);
      expect(await titles({ excludeuser: 'Ada', namespace: 1 })).toEqual(['Talk:Bridge']);
      expect(await titles({ toponly: true, type: 'new|edit' })).toEqual(['Bridge', 'Span', 'Talk:Bridge']);
      expect(await titles({ title: 'Bridge' })).toHaveLength(3);
      expect(await titles({ title: 'Bridge', slot: 'main' })).toHaveLength(3);
      expect(await titles({ title: 'Bridge', slot: 'main', type: 'edit' })).toHaveLength(2);
      // Since MediaWiki 1.45, a slot filter overrides types that do not change slots.
      expect(await titles({ title: 'Bridge', slot: 'main', type: 'log' })).toHaveLength(3);
      expect((await ask({ show: 'minor|!minor' })).error.code).toBe('show');
      expect((await ask({ title: 'Bridge', namespace: 1 })).error.code).toBe('invalidparammix');
    });
    it('returns patrol status only to users with the right', async () => {
      expect((await ask({ prop: 'patrolled' })).error.code).toBe('permissiondenied');
      expect((await ask({ show: 'unpatrolled' })).error.code).toBe('permissiondenied');
      const [change] = await records({ prop: 'patrolled', show: 'minor' }, { as: ['patrol'] });
      expect(change).toEqual({ type: 'edit', patrolled: false, unpatrolled: true, autopatrolled: false });
    });
    it('omits hidden data, and does not reveal it through filters', async () => {
      const [edit, entry] = await records({ prop: 'title|ids|user|comment|sha1|loginfo' });
      expect(edit).toMatchObject({ title: 'Bridge', userhidden: true, commenthidden: true, sha1hidden: true });
      expect(entry).toEqual({ type: 'log', actionhidden: true, rcid: 5, user: 'Ada', comment: '' });
      expect(await titles({ user: 'Eve' })).toEqual([]);
      expect(await titles({ title: 'Secret' })).toEqual([]);
      const [logged] = await records({ title: 'Secret', prop: 'loginfo' }, { as: ['deletedhistory'] });
      expect(logged).toMatchObject({ actionhidden: true, logtype: 'protect', logparams: { description: '[edit=sysop]' } });
    });
    it('generates pages or revisions without hidden titles', async () => {
      expect(new Set((await pages({})).map(page => page.title))).toEqual(new Set(['Bridge', 'Span', 'Talk:Bridge']));
      expect((await pages({ generaterevisions: true, user: 'Bob' })).map(page => page.title)).toEqual(['Bridge']);
    });
  },
);
