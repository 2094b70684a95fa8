import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import languageinfo from './index.ts';

describeModule(
  languageinfo,
  async () => ({ anyContinue: true }),
  ({ ask, records }) => {
    it('lists hundreds of languages sorted by code', async () => {
      const all = await records();
      expect(Object.keys(all).length).toBeGreaterThan(400);
      expect(Object.keys(all)).toEqual(Object.keys(all).sort());
      expect(all.en).toEqual({ code: 'en' });
    });
    it('returns all properties of a language', async () => {
      expect(await records({ code: 'sr-el', prop: 'autonym|bcp47|code|dir|fallbacks|name|variantnames|variants' })).toEqual({
        'sr-el': {
          code: 'sr-el',
          bcp47: 'sr-Latn',
          dir: 'ltr',
          autonym: 'srpski (latinica)',
          name: 'srpski (latinica)',
          fallbacks: ['sr-latn', 'sr'],
          variants: ['sr-el'],
          variantnames: { 'sr-el': 'Latinica' },
        },
      });
      expect(await records({ code: 'he|zh', prop: 'dir|variants' })).toMatchObject({
        he: { dir: 'rtl', variants: ['he'] },
        zh: { dir: 'ltr', variants: expect.arrayContaining(['zh', 'zh-hans', 'zh-tw']) },
      });
    });
    it('warns about unknown codes, including * among other codes', async () => {
      const { query, warnings } = await ask({ code: 'de|nothing|*' });
      expect(query.languageinfo).toEqual({ de: { code: 'de' } });
      expect(warnings.languageinfo.warnings).toMatch(/nothing.*\*/);
    });
    it('returns an empty object if no language matches', async () => {
      expect((await ask({ code: 'nothing' }, { formatversion: 1 })).query.languageinfo).toEqual({});
      expect(await records({ code: 'de', prop: '' })).toEqual({ de: {} });
    });
    it('continues from a language code', async () => {
      expect(Object.keys(await records({ code: 'de|en|fr', continue: 'en' }))).toEqual(['en', 'fr']);
    });
  },
);

describeModule(
  languageinfo,
  async () => ({ anyContinue: true }),
  ({ ask }) => {
    it("translates language names into the user's language", async () => {
      const { query } = await ask({ code: 'de', prop: 'name|autonym' }, { uselang: 'fr' });
      expect(query.languageinfo).toEqual({ de: { autonym: 'Deutsch', name: 'allemand' } });
    });
    it('continues after a response that reached the size limit', async () => {
      const codes: string[] = [];
      let request = {};
      for (let isComplete = false; !isComplete; ) {
        const response = await ask({ prop: 'code|fallbacks' }, request);
        codes.push(...Object.keys(response.query.languageinfo));
        request = response.continue ?? {};
        isComplete = response.continue === undefined;
      }
      expect(codes.length).toBeGreaterThan(400);
      expect(codes).toEqual([...new Set(codes)].sort());
    });
  },
  { site: readSite({ extensions: [{ type: 'other', name: 'cldr' }] }, { maxResultSize: 4096 }) },
);
