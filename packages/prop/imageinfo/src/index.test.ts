import { standardFiles } from '@wikiquery/files';
import { readMessages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import imageinfo from './index.ts';

const TITLES = 'File:Arch.png|File:Arch copy.png|File:Lost.jpg|File:Plan.svg|Bridge';

describeModule(
  imageinfo,
  async wiki => {
    const { db, site } = wiki;
    await wiki.file('Arch.png', {
      user: 'Ada',
      comment: 'first [[Bridge]]',
      timestamp: '20240101000000',
      width: 100,
      height: 50,
      sha1: 'a',
    });
    await wiki.file('Arch.png', { user: 'Bob', comment: 'second', timestamp: '20240102000000', width: 200, height: 100 });
    await wiki.file('Arch.png', { user: '192.0.2.7', timestamp: '20240103000000', hidden: 1 | 2 | 4 | 8 });
    await wiki.file('Arch.png', {
      user: 'Ada',
      comment: 'fourth, see [[Bridge]]',
      timestamp: '20240104000000',
      width: 400,
      height: 200,
      hidden: 4,
      metadata: '{"data":{"duration":1.5,"metadata":{"ObjectName":"An arch","_MW_PNG_VERSION":1}}}',
    });
    await wiki.page('Bridge');
    await wiki.redirect('File:Old arch.png', 'File:Arch.png');
    await wiki.file('Plan.svg', {
      mime: 'image/svg+xml',
      mediaType: 'DRAWING',
      metadata: '{"data":{"version":2,"translations":{"de":2}}}',
    });
    await wiki.page('Brücke', { text: 'x' });
    await db.updateTable('page').set({ page_lang: 'de' }).where('page_title', '=', 'Brücke').execute();
    await wiki.page('MediaWiki:Bad image list', { text: '* [[File:Arch.png]] except on [[Bridge]]\nnot [[File:Plan.svg]]' });
    await wiki.file('Gone.png', { timestamp: '20240105000000' });
    await wiki.file('Gone.png', { timestamp: '20240106000000' });
    await db.updateTable('oldimage').set({ oi_archive_name: '' }).where('oi_name', '=', 'Gone.png').execute();
    await wiki.file('Photo.jpg', {
      mime: 'image/jpeg',
      metadata: '{"data":{"Make":"X","Keywords":["a","b"],"MEDIAWIKI_EXIF_VERSION":2}}',
      width: 5000,
      height: 4000,
    });
    await wiki.page('File:Described.png', { text: 'nothing here' });
    return { request: { titles: 'File:Arch.png' }, services: { files: standardFiles(site), messages: readMessages([]) } };
  },
  ({ ask, wiki }) => {
    const page = async (params: Record<string, string | number>, titles = 'File:Arch.png', as?: readonly string[]) =>
      (await ask(params, { titles }, as ? { as } : {})).query.pages[0];
    const versions = async (params: Record<string, string | number>, titles?: string, as?: readonly string[]) =>
      (await page(params, titles, as)).imageinfo;

    it('returns the URL, uploader and properties of a file', async () => {
      expect(
        await page({
          prop: 'timestamp|user|userid|comment|parsedcomment|canonicaltitle|url|size|sha1|mime|mediatype|bitdepth|archivename',
        }),
      ).toMatchObject({
        title: 'File:Arch.png',
        imagerepository: 'local',
        imageinfo: [
          {
            timestamp: '2024-01-04T00:00:00Z',
            user: 'Ada',
            size: expect.any(Number),
            width: 400,
            height: 200,
            duration: 1.5,
            comment: 'fourth, see [[Bridge]]',
            parsedcomment: expect.stringContaining('<a href="/wiki/Bridge"'),
            canonicaltitle: 'File:Arch.png',
            url: 'http://localhost:8080/w/images/3/32/Arch.png',
            descriptionurl: 'http://localhost:8080/wiki/File:Arch.png',
            descriptionshorturl: expect.stringMatching(/curid=\d+$/),
            sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
            mime: 'image/png',
            mediatype: 'BITMAP',
            bitdepth: 8,
          },
        ],
      });
    });

    it('lists old versions newest first, without hidden parts', async () => {
      const prop = 'timestamp|user|userid|comment|url|archivename';
      const [current, hidden, second, first] = await versions({ prop, limit: 9 });
      expect(current.user).toBe('Ada');
      expect(hidden).toMatchObject({ timestamp: '2024-01-03T00:00:00Z', userhidden: true, comment: '', url: expect.any(String) });
      expect(hidden.user).toBeUndefined();
      expect(second).toEqual({
        timestamp: '2024-01-02T00:00:00Z',
        userhidden: true,
        commenthidden: true,
        filehidden: true,
        suppressed: true,
      });
      expect(first).toMatchObject({
        user: 'Ada',
        archivename: '20240101000000!Arch.png',
        url: 'http://localhost:8080/w/images/archive/3/32/20240101000000%21Arch.png',
      });
    });

    it('returns hidden parts to users with the rights, except hidden files', async () => {
      const prop = 'user|comment|url|metadata';
      const rights = ['deletedhistory', 'deletedtext'];
      const [, anonymous, suppressed] = await versions({ prop, limit: 9 }, undefined, rights);
      expect(anonymous).toMatchObject({ user: '192.0.2.7', anon: true, userhidden: true });
      expect(suppressed).toEqual({ userhidden: true, commenthidden: true, filehidden: true, suppressed: true });
      const [, , all] = await versions({ prop, limit: 9 }, undefined, [...rights, 'viewsuppressed']);
      expect(all).toMatchObject({ user: 'Bob', comment: 'second', filehidden: true });
      expect(all.url).toBeUndefined();
      expect(all.metadata).toBeUndefined();
    });

    it('filters versions by time', async () => {
      const times = async (params: Record<string, string | number>, titles = 'File:Arch.png') => {
        const { query } = await ask({ prop: 'timestamp', limit: 9, ...params }, { titles });
        const arch = query.pages.find((found: { title: string }) => found.title === 'File:Arch.png');
        return arch.imageinfo.map((version: { timestamp: string }) => Number(version.timestamp.slice(8, 10)));
      };
      expect(await times({ start: '2024-01-03T00:00:00Z' })).toEqual([3, 2, 1]);
      expect(await times({ start: '2024-01-03T00:00:00Z', end: '2024-01-02T00:00:00Z' })).toEqual([3, 2]);
      expect(await times({ end: '2024-01-02T00:00:00Z' })).toEqual([4, 3, 2]);
      expect(await times({ end: '2024-01-01T00:00:00Z', limit: 2 })).toEqual([4, 2]);
      expect(await times({ start: '2024-01-02T12:00:00Z' }, TITLES)).toEqual([2, 1]);
      expect((await page({ start: '2023-01-01T00:00:00Z' })).imageinfo).toBeUndefined();
    });

    it('continues a single file from a time, and several files from a name and time', async () => {
      expect((await ask({ limit: 2 }, { titles: 'File:Arch.png' })).continue).toEqual({ iistart: '2024-01-02T00:00:00Z', continue: '||' });
      expect((await ask({ limit: 2 }, { titles: TITLES })).continue).toBeUndefined();
      const [arch, plan] = (await ask({ limit: 9, continue: 'Arch.png|20240102000000' }, { titles: TITLES })).query.pages.filter(
        (found: { imageinfo?: unknown }) => found.imageinfo,
      );
      expect(arch.imageinfo).toHaveLength(2);
      expect(plan.title).toBe('File:Plan.svg');
      // The time in the continue value applies only to the file in the continue value.
      const [, gone] = (await ask({ limit: 9, continue: 'Arch.png|20240102000000' }, { titles: 'File:Arch.png|File:Gone.png' })).query
        .pages;
      expect([gone.title, gone.imageinfo.length]).toEqual(['File:Gone.png', 2]);
      expect((await ask({ continue: 'Arch.png|soon' })).error.code).toBe('badcontinue');
    });

    it('returns at most 50 thumbnails per response', async () => {
      for (let i = 10; i < 62; i++) await wiki().file(`Many ${i}.png`);
      const titles = Array.from({ length: 52 }, (_, i) => `File:Many ${i + 10}.png`);
      const rights = { as: ['apihighlimits'] };
      const response = await ask({ prop: 'url', urlwidth: 10 }, { titles: titles.join('|') }, rights);
      expect(response.query.pages.filter((found: { imageinfo?: unknown }) => found.imageinfo)).toHaveLength(50);
      expect(response.continue.iicontinue).toMatch(/^Many_60\.png\|\d{14}$/);
      const before = wiki().statements;
      await ask({ prop: 'url|user|comment', limit: 3 }, { titles: titles.join('|') }, rights);
      const many = wiki().statements - before;
      await ask({ prop: 'url|user|comment', limit: 3 }, { titles: titles.slice(0, 2).join('|') }, rights);
      expect(wiki().statements - before - many).toBe(many);
    });

    it('returns thumbnails for several pixel densities', async () => {
      const [thumb] = await versions({ prop: 'url|thumbmime', urlwidth: 150 });
      expect(thumb).toMatchObject({
        thumburl: 'http://localhost:8080/w/images/thumb/3/32/Arch.png/150px-Arch.png',
        thumbwidth: 150,
        thumbheight: 75,
        thumbmime: 'image/png',
        responsiveUrls: {
          1.5: 'http://localhost:8080/w/images/thumb/3/32/Arch.png/225px-Arch.png',
          2: 'http://localhost:8080/w/images/thumb/3/32/Arch.png/300px-Arch.png',
        },
        mime: 'image/png',
      });
      expect(await versions({ prop: 'url', urlwidth: 900 })).toMatchObject([{ thumbwidth: 400, thumbheight: 200 }]);
      expect(await versions({ prop: 'url', urlheight: 20 })).toMatchObject([{ thumbwidth: 40, thumbheight: 20 }]);
      expect(await versions({ prop: 'url', urlparam: '30px' })).toMatchObject([{ thumbwidth: 30 }]);
      const old = (await versions({ prop: 'url', urlwidth: 50, limit: 9 })).at(-1);
      expect(old.thumburl).toBe('http://localhost:8080/w/images/thumb/archive/3/32/20240101000000%21Arch.png/50px-Arch.png');
      expect(await versions({ prop: 'url', urlwidth: 50 }, 'File:Photo.jpg')).toMatchObject([
        { thumberror: expect.stringContaining('12.5 MP') },
      ]);
    });

    it('rejects impossible thumbnails and warns about invalid thumbnail parameters', async () => {
      const error = async (params: Record<string, string | number>) => (await ask(params, { titles: 'File:Arch.png' })).error?.code;
      expect(await error({ urlwidth: 0 })).toBe('urlparamnormal');
      expect(await error({ urlparam: '0px' })).toBe('invalidurlparam');
      expect(await error({ urlparam: 'nonsense' })).toBe('urlparamnormal');
      const warning = async (params: Record<string, string | number>) =>
        (await ask(params, { titles: 'File:Arch.png' })).warnings.imageinfo.warnings;
      expect(await warning({ urlparam: 'nonsense', urlwidth: 20 })).toContain('Arch.png');
      expect(await warning({ urlparam: '30px', urlwidth: 20 })).toMatch(/30.*20/);
    });

    it('returns thumbnails of SVG images in the language of the embedding page', async () => {
      const url = async (context: string) =>
        (await versions({ prop: 'url', urlwidth: 20, badfilecontexttitle: context }, 'File:Plan.svg'))[0].thumburl.split('/').pop();
      expect(await url('Brücke')).toBe('langde-20px-Plan.svg.png');
      expect(await url('Bridge')).toBe('20px-Plan.svg.png');
    });

    it('returns metadata in both metadata versions', async () => {
      const names = async (params: Record<string, string>, titles: string) =>
        Object.fromEntries(
          (await versions({ prop: 'metadata', ...params }, titles))[0].metadata.map(({ name, value }: { name: string; value: unknown }) => [
            name,
            value,
          ]),
        );
      expect(await names({}, 'File:Photo.jpg')).toEqual({ Make: 'X', Keywords: '\n*a\n*b', MEDIAWIKI_EXIF_VERSION: 1 });
      expect((await names({ metadataversion: 'latest' }, 'File:Photo.jpg')).Keywords).toEqual([
        { name: 0, value: 'a' },
        { name: 1, value: 'b' },
      ]);
      expect(await versions({ prop: 'commonmetadata' })).toEqual([{ commonmetadata: [{ name: 'ObjectName', value: 'An arch' }] }]);
      expect(await versions({ prop: 'metadata' }, 'File:Gone.png')).toEqual([{ metadata: null }]);
      expect(await versions({ prop: 'extmetadata' })).toEqual([
        {
          extmetadata: {
            DateTime: { value: '2024-01-04T00:00:00Z', source: 'mediawiki-metadata', hidden: '' },
            ObjectName: { value: 'Arch', source: 'mediawiki-metadata' },
          },
        },
      ]);
      expect(await versions({ prop: 'extmetadata', extmetadatafilter: 'Artist' })).toEqual([{ extmetadata: [] }]);
    });

    it('finds files through redirects', async () => {
      expect(await page({ prop: 'canonicaltitle' }, 'File:Old arch.png')).toMatchObject({
        title: 'File:Old arch.png',
        imageinfo: [{ canonicaltitle: 'File:Arch.png' }],
      });
    });

    it('marks files on the bad image list except on exempt pages', async () => {
      const bad = async (titles: string, params = {}) => (await page({ prop: 'badfile', ...params }, titles)).badfile;
      expect(await bad('File:Arch.png')).toBe(true);
      expect(await bad('File:Old arch.png')).toBe(true);
      expect(await bad('File:Arch.png', { badfilecontexttitle: 'Bridge' })).toBe(false);
      expect(await bad('File:Plan.svg')).toBe(false);
      expect(await bad('File:Lost.jpg')).toBe(false);
      expect((await ask({ badfilecontexttitle: 'a[b' })).error.code).toBe('invalid-title');
      const { query } = await ask({ prop: 'badfile' }, { titles: 'File:Arch.png|File:Plan.svg', formatversion: 1 });
      expect(Object.values<{ badfile?: '' }>(query.pages).map(({ badfile }) => badfile)).toEqual(['', undefined]);
    });

    it('marks lost versions and missing files', async () => {
      expect((await versions({ prop: 'timestamp|url|archivename', limit: 2 }, 'File:Gone.png'))[1]).toEqual({
        descriptionurl: 'http://localhost:8080/wiki/File:Gone.png',
        descriptionshorturl: expect.any(String),
        filemissing: true,
        archivename: '',
      });
      expect(await page({}, 'File:Lost.jpg')).toEqual({ ns: 6, title: 'File:Lost.jpg', missing: true, imagerepository: '' });
    });

    it('warns about file names that are unsuitable for uploads', async () => {
      const warning = async (titles: string) => (await versions({ prop: 'uploadwarning' }, titles))[0].html;
      expect(await warning('File:Arch.png')).toContain('Arch.png');
      expect(await warning('File:Described.png')).toContain('page');
      expect(await warning('File:Photo.jpeg')).toContain('File:Photo.jpg');
      expect(await warning('File:120px-Arch.gif')).toMatch(/ 120px-,/);
      expect(await warning('File:DSC 0017.jpg')).toContain('DSC_');
      expect(await warning('File:A good name.jpg')).toBe('');
    });

    it('ignores pages outside the file namespace', async () => {
      expect(await page({}, 'Bridge')).toEqual({ pageid: expect.any(Number), ns: 0, title: 'Bridge' });
    });
  },
);
