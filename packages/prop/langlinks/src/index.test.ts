import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import langlinks from './index.ts';

const wikipedia = (prefix: string) => ({ prefix, url: `https://${prefix}.example.org/wiki/$1`, protorel: false });
const interwikimap = ['de', 'fr', 'no'].map(wikipedia);

describeModule(
  langlinks,
  async wiki => {
    for (const title of ['Apple', 'Pear']) await wiki.page(title);
    await wiki.langlink('Apple', 'fr', 'Pomme');
    await wiki.langlink('Apple', 'de', 'Apfel (Frucht)');
    await wiki.langlink('Pear', 'no', 'Pære');
    await wiki.langlink('Pear', 'xx', 'Old');
    return { request: { titles: 'Apple|Pear|Plum' } };
  },
  ({ records, ask }) => {
    const links = async (title: string, params = {}) =>
      (await records(params)).find((page: { title: string }) => page.title === title).langlinks;

    it('lists the links of each page, sorted by language', async () => {
      expect(await links('Apple')).toEqual([
        { lang: 'de', title: 'Apfel (Frucht)' },
        { lang: 'fr', title: 'Pomme' },
      ]);
      expect(await links('Apple', { dir: 'descending', limit: 3 })).toEqual([{ lang: 'fr', title: 'Pomme' }]);
    });
    it('filters links by language and title', async () => {
      expect(await links('Apple', { lang: 'fr' })).toEqual([{ lang: 'fr', title: 'Pomme' }]);
      expect(await links('Apple', { lang: 'fr', title: 'Poire' })).toBeUndefined();
      expect((await ask({ title: 'Poire' })).error.code).toBe('invalidparammix');
    });
    it('returns the URLs of links', async () => {
      expect(await links('Apple', { prop: 'url', lang: 'de' })).toMatchObject([{ url: 'https://de.example.org/wiki/Apfel_(Frucht)' }]);
      expect(await links('Pear', { prop: 'url', lang: 'xx' })).toMatchObject([{ url: 'http://localhost:8080/wiki/Xx:Old' }]);
      expect((await ask({ prop: 'url', url: true })).error.code).toBe('invalidparammix');
    });
    it('returns language names in the language itself, with configured language codes', async () => {
      expect(await links('Apple', { prop: 'langname|autonym', lang: 'de', inlanguagecode: 'fr' })).toEqual([
        { lang: 'de', langname: 'Deutsch', autonym: 'Deutsch', title: 'Apfel (Frucht)' },
      ]);
      expect(await links('Pear', { prop: 'autonym', lang: 'no' })).toEqual([{ lang: 'nb', autonym: 'norsk bokmål', title: 'Pære' }]);
      expect(await links('Pear', { prop: 'autonym', lang: 'xx' })).toEqual([{ lang: 'xx', autonym: '', title: 'Old' }]);
    });
  },
  { site: readSite({ interwikimap }, { interlanguageLinkCodes: { no: 'nb' } }) },
);
