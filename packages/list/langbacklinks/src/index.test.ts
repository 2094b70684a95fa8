import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import langbacklinks from './index.ts';

describeModule(
  langbacklinks,
  async wiki => {
    for (const title of ['Harbour', 'Pier']) await wiki.page(title);
    await wiki.redirect('Jetty', 'Pier');
    await wiki.langlink('Pier', 'de', 'Steg');
    await wiki.langlink('Jetty', 'de', 'Steg');
    await wiki.langlink('Harbour', 'de', 'Hafen');
    await wiki.langlink('Harbour', 'fr', 'Port');
  },
  ({ records, pages, ask }) => {
    it('lists pages sorted by link target', async () => {
      expect(await records({ prop: 'lllang|lltitle' })).toEqual([
        { pageid: 1, ns: 0, title: 'Harbour', lllang: 'de', lltitle: 'Hafen' },
        { pageid: 2, ns: 0, title: 'Pier', lllang: 'de', lltitle: 'Steg' },
        { pageid: 3, ns: 0, title: 'Jetty', redirect: true, lllang: 'de', lltitle: 'Steg' },
        { pageid: 1, ns: 0, title: 'Harbour', lllang: 'fr', lltitle: 'Port' },
      ]);
      expect(await records({ lang: 'de', dir: 'descending', limit: 1 })).toMatchObject([{ title: 'Jetty' }]);
    });
    it('finds pages that link to a language or to a title in that language', async () => {
      expect(await records({ lang: 'fr' })).toEqual([{ pageid: 1, ns: 0, title: 'Harbour' }]);
      expect((await records({ lang: 'de', title: 'Steg' })).map(page => page.title)).toEqual(['Pier', 'Jetty']);
      expect((await ask({ title: 'Steg' })).error.code).toBe('nolang');
    });
    it('continues from a language, title and page id', async () => {
      expect((await ask({ limit: 2 })).continue.lblcontinue).toBe('de|Steg|3');
      expect((await ask({ continue: 'de|Steg|x' })).error.code).toBe('badcontinue');
    });
    it('generates the linking pages', async () => {
      expect((await pages({ lang: 'fr' })).map(page => page.title)).toEqual(['Harbour']);
    });
  },
);
