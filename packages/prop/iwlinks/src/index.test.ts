import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import iwlinks from './index.ts';

const interwikimap = [
  { prefix: 'book', url: 'https://book.example/$1', protorel: false },
  { prefix: 'map', url: '//map.example/?q=$1', protorel: true },
];

describeModule(
  iwlinks,
  async wiki => {
    for (const title of ['Harbour', 'Pier']) await wiki.page(title);
    for (const title of ['Ship', 'Boat yard']) await wiki.iwlink('Harbour', 'book', title);
    await wiki.iwlink('Harbour', 'map', 'Harbour');
    await wiki.iwlink('Pier', 'gone', 'Pier');
    return { request: { titles: 'Harbour|Pier|Nowhere' } };
  },
  ({ records, ask }) => {
    const links = async (title: string, params = {}) =>
      (await records(params)).find((page: { title: string }) => page.title === title).iwlinks;

    it('lists links sorted by wiki and title', async () => {
      expect(await links('Harbour')).toEqual([
        { prefix: 'book', title: 'Boat_yard' },
        { prefix: 'book', title: 'Ship' },
        { prefix: 'map', title: 'Harbour' },
      ]);
      expect(await links('Harbour', { dir: 'descending', limit: 2 })).toEqual([{ prefix: 'map', title: 'Harbour' }]);
      expect(await links('Nowhere')).toBeUndefined();
    });
    it('filters links by wiki and title', async () => {
      expect(await links('Harbour', { prefix: 'map' })).toEqual([{ prefix: 'map', title: 'Harbour' }]);
      expect(await links('Harbour', { prefix: 'book', title: 'Ship' })).toEqual([{ prefix: 'book', title: 'Ship' }]);
      expect((await ask({ title: 'Ship' })).error.code).toBe('invalidparammix');
    });
    it('returns the URLs of links', async () => {
      const urls = [
        { prefix: 'book', url: 'https://book.example/Boat_yard', title: 'Boat_yard' },
        { prefix: 'book', url: 'https://book.example/Ship', title: 'Ship' },
        { prefix: 'map', url: 'http://map.example/?q=Harbour', title: 'Harbour' },
      ];
      expect(await links('Harbour', { prop: 'url' })).toEqual(urls);
      expect(await links('Harbour', { url: true })).toEqual(urls);
      expect(await links('Pier', { prop: 'url' })).toMatchObject([{ url: 'http://localhost:8080/wiki/Gone:Pier' }]);
      expect((await ask({ prop: 'url', url: true })).error.code).toBe('invalidparammix');
    });
    it('continues from a page, wiki and title', async () => {
      expect((await ask({ limit: 1 })).continue.iwcontinue).toBe('1|book|Ship');
      expect((await ask({ continue: '1|book' })).error.code).toBe('badcontinue');
    });
  },
  { site: readSite({ interwikimap }, { interlanguageLinkCodes: { book: 'de' } }) },
);
