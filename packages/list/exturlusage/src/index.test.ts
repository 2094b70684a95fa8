import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import exturlusage from './index.ts';

describeModule(
  exturlusage,
  async wiki => {
    for (const title of ['River', 'Talk:River']) await wiki.page(title);
    await wiki.extlink('River', 'https://www.example.org/levels');
    await wiki.extlink('Talk:River', 'http://example.org/');
    await wiki.extlink('River', 'http://192.0.2.1/');
  },
  ({ records, pages, ask, wiki }) => {
    const urls = async (params = {}) => (await records(params)).map(use => use.url);

    it('lists all uses of external links', async () => {
      expect(await records({ limit: 1 })).toEqual([{ pageid: 1, ns: 0, title: 'River', url: 'https://www.example.org/levels' }]);
      expect(await urls()).toHaveLength(3);
    });
    it('filters links by host, protocol and namespace', async () => {
      expect(await urls({ query: '*.example.org' })).toEqual(['https://www.example.org/levels', 'http://example.org/']);
      expect(await urls({ query: '192.0.*' })).toEqual(['http://192.0.2.1/']);
      expect(await urls({ query: 'example.org', protocol: 'http' })).toEqual(['http://example.org/']);
      expect(await urls({ namespace: 1 })).toEqual(['http://example.org/']);
      expect((await ask({ query: 'a*b' })).error.code).toBe('badquery');
    });
    it('converts or rejects non-numeric continue values, depending on the database', async () => {
      const { query, error } = await ask({ continue: 'A' });
      const found = { sqlite: 0, mariadb: 3, postgres: 'badcontinue' }[wiki().database.engine];
      expect(error?.code ?? query.exturlusage.length).toBe(found);
      expect(await urls({ continue: '2' })).toHaveLength(2);
    });
    it('generates the linking pages', async () => {
      expect((await pages({ query: 'example.org' })).map(page => page.title)).toEqual(['River', 'Talk:River']);
    });
  },
);
