import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allfileusages from './index.ts';

describeModule(
  allfileusages,
  async wiki => {
    for (const title of ['Harbour', 'Pier']) await wiki.page(title);
    for (const file of ['Crane.png', 'Boat.png']) await wiki.image('Harbour', file);
    await wiki.image('Pier', 'Boat.png');
    await wiki.image('Pier', 'Buoy.png');
    await wiki.link('Pier', 'File:Anchor.png');
    return { without: { reversedBounds: 'MediaWiki compares titles with `from` and `to` in the same way in both directions.' } };
  },
  ({ records, pages, ask }) => {
    const titles = async (params = {}) => (await records(params)).map(usage => usage.title);

    it('lists each use of a file, sorted by title', async () => {
      expect(await titles()).toEqual(['File:Boat.png', 'File:Boat.png', 'File:Buoy.png', 'File:Crane.png']);
      expect(await records({ prop: 'ids|title', dir: 'descending', limit: 2 })).toEqual([
        { fromid: 1, ns: 6, title: 'File:Crane.png' },
        { fromid: 2, ns: 6, title: 'File:Buoy.png' },
      ]);
      expect(await records({ prop: '', limit: 1 })).toEqual([{}]);
    });
    it('filters files by start, end and prefix', async () => {
      expect(await titles({ from: 'boa', to: 'Buoy.png' })).toEqual(['File:Boat.png', 'File:Boat.png', 'File:Buoy.png']);
      expect(await titles({ from: 'Bua' })).toEqual(['File:Buoy.png', 'File:Crane.png']);
      expect(await titles({ prefix: 'bu' })).toEqual(['File:Buoy.png']);
      expect((await ask({ from: 'a|b' })).error.code).toBe('invalidtitle');
    });
    it('lists each file once if unique is set', async () => {
      expect(await titles({ unique: true })).toEqual(['File:Boat.png', 'File:Buoy.png', 'File:Crane.png']);
      expect(await titles({ unique: true, dir: 'descending', limit: 1 })).toEqual(['File:Crane.png']);
      expect((await ask({ unique: true, prop: 'title|ids' })).error.code).toBe('invalidparammix');
    });
    it('continues from a title and page id, or from a title alone', async () => {
      expect((await ask({ limit: 1 })).continue.afcontinue).toBe('Boat.png|2');
      expect((await ask({ limit: 1, unique: true })).continue.afcontinue).toBe('Buoy.png');
      expect(await titles({ continue: 'Boat.png|2', from: 'Z' })).toEqual(['File:Boat.png', 'File:Buoy.png', 'File:Crane.png']);
      expect((await ask({ continue: 'Boat.png|x' })).error.code).toBe('badcontinue');
      expect((await ask({ continue: 'Boat.png|2', unique: true })).error.code).toBe('badcontinue');
    });
    it('generates the pages that use files, or the unique files', async () => {
      expect((await pages()).map(page => page.title)).toEqual(['Harbour', 'Pier']);
      expect(new Set((await pages({ unique: true })).map(page => page.title))).toEqual(
        new Set(['File:Boat.png', 'File:Buoy.png', 'File:Crane.png']),
      );
    });
  },
);
