import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import images from './index.ts';

describeModule(
  images,
  async wiki => {
    for (const title of ['Harbour', 'Pier']) await wiki.page(title);
    for (const file of ['Crane.png', 'Boat.png']) await wiki.image('Harbour', file);
    await wiki.image('Pier', 'Boat.png');
    return { request: { titles: 'Harbour|Pier' } };
  },
  ({ records, pages, ask }) => {
    const imagesOf = async (params = {}) =>
      (await records(params)).map((page: { images?: { title: string }[] }) => page.images?.map(image => image.title));

    it('lists the files on each page', async () => {
      expect(await imagesOf()).toEqual([['File:Boat.png', 'File:Crane.png'], ['File:Boat.png']]);
      expect(await imagesOf({ dir: 'descending', limit: 2 })).toEqual([['File:Crane.png'], ['File:Boat.png']]);
    });
    it('filters files by title and warns about titles that are not files', async () => {
      expect(await imagesOf({ images: 'Image:crane.png|File:Anchor.png' })).toEqual([['File:Crane.png'], undefined]);
      const { query, warnings } = await ask({ images: 'Crane.png' });
      expect(query.pages[0].images).toBeUndefined();
      expect(warnings.images.warnings).toContain('Crane.png');
      expect((await ask({ namespace: 6 })).warnings.main.warnings).toContain('imnamespace');
    });
    it('continues from a page and file', async () => {
      expect((await ask({ limit: 1 })).continue.imcontinue).toBe('1|Crane.png');
      expect((await ask({ continue: 'Crane.png' })).error.code).toBe('badcontinue');
    });
    it('generates the used files', async () => {
      expect(new Set((await pages()).map(page => page.title))).toEqual(new Set(['File:Boat.png', 'File:Crane.png']));
    });
  },
);
