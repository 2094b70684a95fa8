import { standardFiles } from '@wikiquery/files';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import duplicatefiles from './index.ts';

const COPY = { sha1: '1'.repeat(31), user: 'Ada', timestamp: '20240101000000' };

describeModule(
  duplicatefiles,
  async wiki => {
    await wiki.file('Arch.png', COPY);
    await wiki.file('Bow.png', COPY);
    await wiki.file('Curve.png', { ...COPY, user: 'Bob' });
    await wiki.file('Other.png');
    await wiki.redirect('File:Old.png', 'File:Arch.png');
    const services = { files: standardFiles(wiki.site) };
    return { services, request: { titles: 'File:Arch.png|File:Bow.png|File:Curve.png|File:Other.png|File:Old.png|File:Gone.png|Bridge' } };
  },
  ({ ask, records, pages, wiki }) => {
    const found = async (params: Record<string, string | number | boolean>) =>
      Object.fromEntries(
        (await records(params)).flatMap((page: { title: string; duplicatefiles?: { name: string }[] }) =>
          page.duplicatefiles ? [[page.title, page.duplicatefiles.map(({ name }) => name)]] : [],
        ),
      );
    const all = {
      'File:Arch.png': ['Bow.png', 'Curve.png'],
      'File:Bow.png': ['Arch.png', 'Curve.png'],
      'File:Curve.png': ['Arch.png', 'Bow.png'],
    };

    it('lists the duplicates of files, except the file itself, and ignores redirects', async () => {
      expect(await found({})).toEqual(all);
      expect(await found({ localonly: true })).toEqual(all);
      expect((await ask({}, { titles: 'File:Arch.png' })).query.pages[0].duplicatefiles[1]).toEqual({
        name: 'Curve.png',
        timestamp: '2024-01-01T00:00:00Z',
        shared: false,
        user: 'Bob',
      });
    });
    it('lists duplicates in descending order', async () => {
      expect((await found({ dir: 'descending' }))['File:Arch.png']).toEqual(['Curve.png', 'Bow.png']);
      const { continue: next } = await ask({ dir: 'descending', limit: 3 });
      expect(next).toEqual({ dfcontinue: 'Bow.png|Arch.png', continue: '||' });
    });
    it('continues from a duplicate', async () => {
      expect((await ask({ limit: 3 })).continue).toEqual({ dfcontinue: 'Bow.png|Curve.png', continue: '||' });
      expect(await found({ continue: 'Bow.png|Curve.png' })).toEqual({
        'File:Bow.png': ['Curve.png'],
        'File:Curve.png': ['Arch.png', 'Bow.png'],
      });
    });
    it('requires a constant number of statements for any number of files', async () => {
      const cost = async (titles: string) => {
        const before = wiki().statements;
        await ask({}, { titles });
        return wiki().statements - before;
      };
      expect(await cost('File:Arch.png|File:Bow.png|File:Other.png')).toBe(await cost('File:Arch.png'));
    });
    it('generates the pages of duplicates', async () => {
      expect((await pages({}, { titles: 'File:Arch.png' })).map(({ title }) => title)).toEqual(['File:Bow.png', 'File:Curve.png']);
    });
  },
);
