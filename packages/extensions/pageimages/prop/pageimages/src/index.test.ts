import { standardFiles } from '@wikiquery/files';
import { readMessages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import pageimages from './index.ts';

describeModule(
  pageimages,
  async wiki => {
    await wiki.file('Arch.png', { width: 400, height: 200 });
    await wiki.file('Span.png', { width: 40, height: 20 });
    await wiki.redirect('File:Old arch.png', 'File:Arch.png');
    const chosen = async (title: string, images: Readonly<Record<string, string>>) => {
      const page = await wiki.page(title);
      for (const [name, file] of Object.entries(images)) await wiki.prop(page, name, file);
    };
    await chosen('Bridge', { page_image_free: 'Arch.png' });
    await chosen('Ford', { page_image_free: 'Span.png', page_image: 'Old_arch.png' });
    await chosen('Tunnel', { page_image: 'Arch.png' });
    await chosen('Ruin', { page_image_free: 'Lost.png' });
    await wiki.page('Plain');
    await wiki.file('Plan.svg', {
      mime: 'image/svg+xml',
      mediaType: 'DRAWING',
      metadata: '{"data":{"version":2,"translations":{"de":2}}}',
    });
    await chosen('Site', { page_image_free: 'Plan.svg' });
    return {
      services: { files: standardFiles(wiki.site), messages: readMessages([]) },
      request: { titles: 'Bridge|Ford|Tunnel|Ruin|Plain|File:Span.png|File:Nowhere.png' },
    };
  },
  ({ records, ask }) => {
    type Picture = { source: string; width: number; height: number };
    type Image = { pageimage?: string; thumbnail?: Picture; original?: Picture };
    const images = async (params = {}): Promise<Record<string, Image>> =>
      Object.fromEntries((await records(params)).map(({ title, ...page }: { title: string } & Image) => [title, page]));
    const names = async (params = {}) =>
      Object.entries(await images({ prop: 'name', ...params })).flatMap(([, page]) => page.pageimage ?? []);

    it('returns the best free image or the best image of any license, and the file itself for file pages', async () => {
      expect((await names()).sort()).toEqual(['Arch.png', 'Lost.png', 'Nowhere.png', 'Span.png', 'Span.png']);
      expect((await names({ license: 'any' })).sort()).toEqual([
        'Arch.png',
        'Arch.png',
        'Lost.png',
        'Nowhere.png',
        'Old_arch.png',
        'Span.png',
      ]);
    });
    it('returns thumbnails of redirect targets, and small files unscaled', async () => {
      const { Bridge, Ford, Ruin } = await images({ license: 'any', thumbsize: 100, prop: 'thumbnail|original' });
      expect(Bridge?.thumbnail).toMatchObject({ source: expect.stringMatching(/^http.*\/100px-Arch\.png$/), width: 100, height: 50 });
      expect([Ford?.thumbnail, Ford?.original]).toEqual([Bridge?.thumbnail, Bridge?.original]);
      expect(Ruin).not.toHaveProperty('thumbnail');
      expect((await images({ thumbsize: 100 })).Ford?.thumbnail).toMatchObject({
        source: expect.stringMatching(/\/Span\.png$/),
        width: 40,
      });
    });
    it('returns a full-size thumbnail as the original of an SVG file in the requested language', async () => {
      const original = async (langcode: string) => {
        const [{ original }] = (await ask({ prop: 'original', langcode }, { titles: 'Site' })).query.pages;
        return original.source.split('/').pop();
      };
      expect(await original('de')).toMatch(/^langde-\d+px-Plan\.svg\.png$/);
      for (const none of ['', '0']) expect(await original(none)).toBe('Plan.svg');
    });
    it('limits the number of pages and continues from a page id', async () => {
      const first = await ask({ limit: 3, prop: 'name' });
      expect(Object.keys(first.continue)).toEqual(['picontinue', 'continue']);
      const second = await ask({ limit: 5, prop: 'name', continue: first.continue.picontinue });
      expect(second.continue).toBeUndefined();
      // A missing page counts toward the limit only if it is in the file namespace.
      expect((await ask({ limit: 1, prop: 'name' }, { titles: 'Bridge|Nowhere' })).continue).toBeUndefined();
      expect((await ask({ limit: 1, prop: 'name' }, { titles: 'Bridge|File:Nowhere.png' })).continue).toBeDefined();
      expect((await ask({ continue: 999_999 })).error.code).toBe('badcontinue');
      expect((await ask({ prop: '' })).error.code).toBe('noprop');
    });
  },
);
