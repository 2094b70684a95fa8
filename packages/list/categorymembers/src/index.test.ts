import { defaultSite, readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import categorymembers from './index.ts';

const hex = (text: string) => Buffer.from(text).toString('hex');

describeModule(
  categorymembers,
  async wiki => {
    for (const title of ['Category:Boats', 'Ferry', 'Barge', 'Talk:Ferry', 'Category:Ships']) await wiki.page(title);
    await wiki.file('Yacht.png');
    await wiki.category('Ferry', 'Boats', { timestamp: '20240103000000' });
    await wiki.category('Barge', 'Boats', { sortkey: 'z', timestamp: '20240101000000' });
    await wiki.category('Talk:Ferry', 'Boats', { sortkey: 'a', timestamp: '20240102000000' });
    await wiki.category('Category:Ships', 'Boats', { timestamp: '20240104000000' });
    await wiki.category('File:Yacht.png', 'Boats', { timestamp: '20240105000000' });
    return { params: { title: 'Category:Boats' }, without: { reverse: 'Pages come before subcategories and files in both directions.' } };
  },
  ({ records, pages, ask, wiki }) => {
    const titles = async (params = {}) => (await records(params)).map(page => page.title);

    it('lists pages, then subcategories, then files, each sorted by sort key', async () => {
      expect(await titles()).toEqual(['Talk:Ferry', 'Ferry', 'Barge', 'Category:Ships', 'File:Yacht.png']);
      expect(await titles({ dir: 'desc' })).toEqual(['Barge', 'Ferry', 'Talk:Ferry', 'Category:Ships', 'File:Yacht.png']);
      expect(await titles({ type: 'file|page', limit: 2 })).toEqual(['File:Yacht.png', 'Talk:Ferry']);
    });
    it('lists members of all types sorted by time', async () => {
      expect(await titles({ sort: 'timestamp', type: 'file' })).toEqual([
        'Barge',
        'Talk:Ferry',
        'Ferry',
        'Category:Ships',
        'File:Yacht.png',
      ]);
      expect(await titles({ sort: 'timestamp', dir: 'older', start: '2024-01-03T00:00:00Z', end: '20240102000000' })).toEqual([
        'Ferry',
        'Talk:Ferry',
      ]);
    });
    it('returns the requested properties of members', async () => {
      expect(await records({ prop: 'ids|title|sortkey|sortkeyprefix|type|timestamp', type: 'page', startsortkeyprefix: 'z' })).toEqual([
        { pageid: 3, ns: 0, title: 'Barge', sortkey: hex('Z\nBARGE'), sortkeyprefix: 'z', type: 'page', timestamp: '2024-01-01T00:00:00Z' },
      ]);
    });
    it('accepts start and end as sort key prefixes, hexadecimal sort keys and plain sort keys', async () => {
      expect(await titles({ type: 'page', startsortkeyprefix: 'f', endsortkeyprefix: 'g' })).toEqual(['Ferry']);
      expect(await titles({ type: 'page', starthexsortkey: hex('F').toUpperCase(), endhexsortkey: hex('G') })).toEqual(['Ferry']);
      expect(await titles({ type: 'page', startsortkey: 'F', endsortkey: 'G' })).toEqual(['Ferry']);
      expect((await ask({ starthexsortkey: 'xyz' })).error.code).toBe('badvalue_cmstarthexsortkey');
    });
    it('returns sort keys that are not valid UTF-8', async () => {
      const keys = [
        ['Barge', Buffer.from('ff01', 'hex')],
        ['Ferry', Buffer.from('ff0200', 'hex')],
      ] as const;
      const id = async (title: string) =>
        (
          await wiki()
            .db.selectFrom('page')
            .select('page_id')
            .where('page_title', '=', title)
            .where('page_namespace', '=', 0)
            .executeTakeFirstOrThrow()
        ).page_id;
      const set = async (title: string, key: Uint8Array | string) =>
        wiki()
          .db.updateTable('categorylinks')
          .set({ cl_sortkey: key })
          .where('cl_from', '=', await id(title))
          .execute();
      for (const [title, key] of keys) await set(title, key);
      const first = await ask({ type: 'page', prop: 'title|sortkey', limit: 1, starthexsortkey: 'ff' });
      expect(first.query.categorymembers).toEqual([{ ns: 0, title: 'Barge', sortkey: 'ff01' }]);
      expect(first.continue.cmcontinue).toBe('page|ff0200|2');
      const second = await ask({ type: 'page', prop: 'title|sortkey', limit: 1 }, first.continue);
      expect(second.query.categorymembers).toEqual([{ ns: 0, title: 'Ferry', sortkey: 'ff0200' }]);
      await set('Barge', 'Z\nBARGE');
      await set('Ferry', 'FERRY');
    });
    it('filters members by namespace', async () => {
      expect(await titles({ namespace: '1|14' })).toEqual(['Talk:Ferry', 'Category:Ships']);
    });
    it('rejects titles outside the category namespace', async () => {
      expect((await ask({ title: 'Ferry' })).error.code).toBe('invalidcategory');
      expect((await ask({ title: 'Special:Version' })).error.code).toBe('pagecannotexist');
      expect((await ask({ title: false, pageid: 99 })).error.code).toBe('nosuchpageid');
      expect((await ask({ title: false })).error.code).toBe('missingparam');
      expect((await ask({ continue: 'page|xy|1' })).error.code).toBe('badcontinue');
    });
    it('generates the first members as pages', async () => {
      expect((await pages({ limit: 2 })).map(page => page.title)).toEqual(['Talk:Ferry', 'Ferry'].sort());
    });
  },
);

describeModule(
  categorymembers,
  async wiki => {
    for (const title of ['Ferry', 'Talk:Ferry', 'Barge']) await wiki.category(title, 'Boats');
    return { params: { title: 'Category:Boats' } };
  },
  ({ records }) => {
    it('filters members by namespace after reading them in miser mode', async () => {
      const titles = async (params = {}) => (await records(params)).map(page => page.title);
      expect(await titles()).toEqual(['Barge', 'Ferry', 'Talk:Ferry']);
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Ferry']);
      expect(await titles({ namespace: 1, limit: 1 })).toEqual([]);
    });
  },
  { site: readSite(defaultSite().info, { miserMode: true }) },
);
