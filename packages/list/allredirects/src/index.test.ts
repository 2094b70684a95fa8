import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allredirects from './index.ts';

const interwikimap = [{ prefix: 'atlas', url: 'https://atlas.example/$1', protorel: false }];

describeModule(
  allredirects,
  async wiki => {
    await wiki.page('Harbour');
    await wiki.redirect('Port', 'Harbour');
    await wiki.redirect('Quay', 'Harbour', { fragment: 'Quays' });
    await wiki.redirect('Ebb', 'Tide');
    await wiki.redirect('Abroad', 'atlas:Far shore');
    await wiki.redirect('Talk:Port', 'Talk:Harbour');
    return { without: { reversedBounds: 'MediaWiki compares titles with `from` and `to` in the same way in both directions.' } };
  },
  ({ records, pages, ask }) => {
    const titles = async (params = {}) => (await records(params)).map(target => target.title);

    it('lists redirect targets sorted by title', async () => {
      expect(await titles()).toEqual(['Far shore', 'Harbour', 'Harbour', 'Tide']);
      expect(await titles({ dir: 'descending' })).toEqual(['Tide', 'Harbour', 'Harbour', 'Far shore']);
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Harbour']);
      expect(await titles({ namespace: -1 })).toEqual([]);
    });
    it('returns the redirecting page, fragment and interwiki prefix', async () => {
      expect(await records({ prop: 'ids|title|fragment|interwiki' })).toEqual([
        { fromid: 5, ns: 0, title: 'Far shore', interwiki: 'atlas' },
        { fromid: 2, ns: 0, title: 'Harbour' },
        { fromid: 3, ns: 0, title: 'Harbour', fragment: 'Quays' },
        { fromid: 4, ns: 0, title: 'Tide' },
      ]);
    });
    it('filters targets by start, end and prefix', async () => {
      expect(await titles({ from: 'harbour', to: 'I' })).toEqual(['Harbour', 'Harbour']);
      expect(await titles({ prefix: 'T' })).toEqual(['Tide']);
    });
    it('lists each target once if unique is set, and rejects properties of single redirects', async () => {
      expect(await titles({ unique: true, dir: 'descending' })).toEqual(['Tide', 'Harbour', 'Far shore']);
      for (const prop of ['ids', 'fragment', 'interwiki']) expect((await ask({ unique: true, prop })).error.code).toBe('invalidparammix');
    });
    it('continues from a title and redirect id', async () => {
      expect((await ask({ limit: 2 })).continue.arcontinue).toBe('Harbour|3');
      expect(await titles({ continue: 'Harbour|2', dir: 'descending' })).toEqual(['Harbour', 'Far shore']);
    });
    it('generates the redirects or the unique targets', async () => {
      expect((await pages()).map(page => page.title)).toEqual(['Port', 'Quay', 'Ebb', 'Abroad']);
      expect(new Set((await pages({ unique: true })).map(page => page.title))).toEqual(new Set(['Far shore', 'Harbour', 'Tide']));
    });
  },
  { site: readSite({ interwikimap }) },
);
