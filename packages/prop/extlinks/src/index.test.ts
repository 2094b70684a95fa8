import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import extlinks from './index.ts';

describeModule(
  extlinks,
  async wiki => {
    for (const title of ['River', 'Mill']) await wiki.page(title);
    for (const url of ['https://www.example.org/levels?day=1', 'http://example.org:8080/', 'https://other.example/a/../b'])
      await wiki.extlink('River', url);
    await wiki.extlink('Mill', 'https://example.org/a');
    return { request: { titles: 'River|Mill' } };
  },
  ({ records, ask, wiki }) => {
    const urls = async (params = {}) =>
      (await records(params)).flatMap((page: { extlinks?: { url: string }[] }) => page.extlinks?.map(link => link.url) ?? []);

    it('lists the external links of each page', async () => {
      expect(await urls()).toEqual([
        'https://www.example.org/levels?day=1',
        'http://example.org:8080/',
        'https://other.example/b',
        'https://example.org/a',
      ]);
    });
    it('removes dot segments from the paths of expanded URLs', async () => {
      await wiki().extlink('Mill', 'https://dots.example/');
      const dots = wiki().db.updateTable('externallinks').set({ el_to_path: '/a/../c' });
      await dots.where('el_to_domain_index', '=', 'https://example.dots.').execute();
      expect(await urls({ query: 'dots.example' })).toEqual(['https://dots.example/a/../c']);
      expect(await urls({ query: 'dots.example', expandurl: true })).toEqual(['https://dots.example/c']);
    });
    it('filters links by protocol', async () => {
      expect(await urls({ protocol: 'http' })).toEqual(['http://example.org:8080/']);
      expect(await urls({ protocol: 'gopher' })).toEqual([]);
      expect((await ask({ protocol: 'javascript' })).error.code).toBe('badvalue');
    });
    it('filters links by host with subdomains, or by path', async () => {
      expect(await urls({ query: 'example.org' })).toEqual([
        'https://www.example.org/levels?day=1',
        'http://example.org:8080/',
        'https://example.org/a',
      ]);
      expect(await urls({ query: '*.www.example.org' })).toEqual(['https://www.example.org/levels?day=1']);
      expect(await urls({ query: 'www.example.org/lev' })).toEqual(['https://www.example.org/levels?day=1']);
      expect(await urls({ query: 'example.org', protocol: 'https' })).toEqual([
        'https://www.example.org/levels?day=1',
        'https://example.org/a',
      ]);
    });
    it('rejects wildcards that no index supports', async () => {
      expect((await ask({ query: 'www.*.org' })).error.code).toBe('badquery');
    });
  },
);
