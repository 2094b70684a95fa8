import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import fileusage from './index.ts';

describeModule(
  fileusage,
  async wiki => {
    for (const title of ['File:Boat.png', 'Harbour', 'Talk:Harbour']) await wiki.page(title);
    await wiki.redirect('Port', 'Harbour');
    for (const from of ['Harbour', 'Talk:Harbour', 'Port']) await wiki.image(from, 'Boat.png');
    await wiki.image('Harbour', 'Crane.png');
    return { request: { titles: 'File:Boat.png|File:Crane.png|Boat.png' } };
  },
  ({ records, pages, ask }) => {
    const usesOf = async (title: string, params = {}) =>
      (await records(params)).find((page: { title: string }) => page.title === title).fileusage?.map((use: { title: string }) => use.title);

    it('lists the pages that use each existing or missing file', async () => {
      expect(await usesOf('File:Boat.png')).toEqual(['Harbour', 'Talk:Harbour', 'Port']);
      expect(await usesOf('File:Crane.png')).toEqual(['Harbour']);
      expect(await usesOf('Boat.png')).toBeUndefined();
      expect((await ask({}, { titles: 'Boat.png' })).query.pages).toEqual([{ ns: 0, title: 'Boat.png', missing: true }]);
    });
    it('filters pages by namespace and redirect status', async () => {
      expect(await usesOf('File:Boat.png', { namespace: 1 })).toEqual(['Talk:Harbour']);
      expect(await usesOf('File:Boat.png', { show: 'redirect' })).toEqual(['Port']);
      expect(await usesOf('File:Boat.png', { show: '!redirect', namespace: 0 })).toEqual(['Harbour']);
      // The filter is not validated if no file is requested.
      expect((await ask({ show: 'redirect|!redirect' }, { titles: 'Harbour' })).error).toBeUndefined();
    });
    it('returns only the distinguishing keys in the continue value', async () => {
      const next = async (params: object, titles: string) => (await ask({ limit: 1, ...params }, { titles })).continue.fucontinue;
      expect(await next({}, 'File:Boat.png')).toBe('3');
      expect(await next({ namespace: '0|1' }, 'File:Boat.png')).toBe('0|4');
      expect(await next({ namespace: '0|1', limit: 3 }, 'File:Boat.png|File:Crane.png')).toBe('Crane.png|0|2');
    });
    it('generates the pages that use a file', async () => {
      expect(new Set((await pages()).map(page => page.title))).toEqual(new Set(['Harbour', 'Port', 'Talk:Harbour']));
      expect(await pages({}, { titles: 'Harbour' })).toEqual([]);
    });
  },
);
