import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import iwbacklinks from './index.ts';

describeModule(
  iwbacklinks,
  async wiki => {
    for (const title of ['Pier', 'Harbour']) await wiki.page(title);
    await wiki.redirect('Port', 'Harbour');
    for (const title of ['Ship', 'Boat yard']) await wiki.iwlink('Harbour', 'book', title);
    await wiki.iwlink('Pier', 'book', 'Ship');
    await wiki.iwlink('Port', 'map', 'Harbour');
  },
  ({ records, pages, ask }) => {
    it('lists pages sorted by link target', async () => {
      expect(await records({ prop: 'iwprefix|iwtitle' })).toEqual([
        { pageid: 2, ns: 0, title: 'Harbour', iwprefix: 'book', iwtitle: 'Boat_yard' },
        { pageid: 1, ns: 0, title: 'Pier', iwprefix: 'book', iwtitle: 'Ship' },
        { pageid: 2, ns: 0, title: 'Harbour', iwprefix: 'book', iwtitle: 'Ship' },
        { pageid: 3, ns: 0, title: 'Port', redirect: true, iwprefix: 'map', iwtitle: 'Harbour' },
      ]);
      expect(await records({ dir: 'descending', limit: 1 })).toEqual([{ pageid: 3, ns: 0, title: 'Port', redirect: true }]);
    });
    it('finds pages that link to a wiki or to a title on that wiki', async () => {
      expect(await records({ prefix: 'map', prop: 'iwtitle' })).toMatchObject([{ title: 'Port', iwtitle: 'Harbour' }]);
      expect((await records({ prefix: 'book', title: 'Ship' })).map(page => page.title)).toEqual(['Pier', 'Harbour']);
      expect(await records({ prefix: 'book', title: 'Ships' })).toEqual([]);
      expect((await ask({ title: 'Ship' })).error.code).toBe('invalidparammix');
    });
    it('continues from a wiki, title and page id', async () => {
      expect((await ask({ limit: 2 })).continue.iwblcontinue).toBe('book|Ship|2');
      expect((await ask({ continue: 'book|Ship' })).error.code).toBe('badcontinue');
    });
    it('generates the linking pages', async () => {
      expect(new Set((await pages({ prefix: 'book' })).map(page => page.title))).toEqual(new Set(['Harbour', 'Pier']));
    });
  },
);
