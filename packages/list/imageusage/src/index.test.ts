import { describeModule, type Response } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import imageusage from './index.ts';

describeModule(
  imageusage,
  async wiki => {
    for (const title of ['Harbour', 'Pier', 'Talk:Pier']) await wiki.page(title);
    await wiki.redirect('File:Old.png', 'File:Boat.png');
    await wiki.redirect('Older.png', 'File:Boat.png');
    for (const from of ['Harbour', 'File:Old.png', 'Older.png']) await wiki.image(from, 'Boat.png');
    for (const from of ['Pier', 'Talk:Pier']) await wiki.image(from, 'Old.png');
    await wiki.image('Pier', 'Older.png');
    return { params: { title: 'File:Boat.png' } };
  },
  ({ records, pages, ask }) => {
    const titles = (found: readonly { title: string }[] | undefined) => found?.map(page => page.title);

    it('lists the pages that use a file', async () => {
      expect(titles(await records())).toEqual(['Harbour', 'File:Old.png', 'Older.png']);
      expect(await records({ namespace: 6 })).toEqual([{ pageid: 4, ns: 6, title: 'File:Old.png', redirect: true }]);
      expect(titles(await records({ filterredir: 'nonredirects' }))).toEqual(['Harbour']);
      expect(titles(await records({ dir: 'descending', limit: 1 }))).toEqual(['Older.png']);
    });
    it('lists the pages that use the file through redirects in the file namespace', async () => {
      const found = await records({ redirect: true });
      expect(found.map(page => [page.title, titles(page.redirlinks)])).toEqual([
        ['Harbour', undefined],
        ['File:Old.png', ['Pier', 'Talk:Pier']],
        ['Older.png', undefined],
      ]);
      expect(titles((await records({ redirect: true, namespace: '0|6' }))[2]?.redirlinks)).toEqual(['Pier']);
    });
    it('continues direct uses and uses through redirects together', async () => {
      expect((await ask({ redirect: true, limit: 3 })).continue).toBeUndefined();
      expect((await ask({ redirect: true, limit: 1, filterredir: 'redirects' })).continue.iucontinue).toBe('0|5');
      const { query } = await ask({ redirect: true, continue: '0|1|6|Old.png|1|3' });
      expect(titles(query.imageusage[1].redirlinks)).toEqual(['Talk:Pier']);
      // The previous response ended after page 2, which uses the file through the redirect on page 4.
      const [rest] = (await ask({ redirect: true, continue: '0|1|6|Old.png|0|2|4|3' })).query.imageusage;
      expect([rest.title, titles(rest.redirlinks)]).toEqual(['File:Old.png', ['Talk:Pier']]);
    });
    it('continues within a namespace and in the next namespace', async () => {
      const found: (string | undefined)[] = [];
      for (let next: object | undefined = {}; next && found.length < 9; ) {
        const response: Response = await ask({ namespace: '0|6', limit: 1 }, { ...next });
        found.push(...(titles(response.query.imageusage) ?? []));
        next = response.continue;
      }
      expect(found).toEqual(['Harbour', 'Older.png', 'File:Old.png']);
    });
    it('rejects titles outside the file namespace', async () => {
      expect((await ask({ title: 'Boat.png' })).error.code).toBe('bad_image_title');
      expect((await ask({ title: false, pageid: 1 })).error.code).toBe('bad_image_title');
      expect((await ask({ title: false, pageid: 4 })).query.imageusage).toHaveLength(2);
    });
    it('generates the pages that use the file directly or through redirects', async () => {
      expect(new Set(titles(await pages({ redirect: true })))).toEqual(
        new Set(['Harbour', 'File:Old.png', 'Older.png', 'Pier', 'Talk:Pier']),
      );
    });
  },
);
