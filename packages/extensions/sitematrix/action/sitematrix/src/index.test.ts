import { ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import type { ListedWiki } from '@wikiquery/wiki-list';
import { afterAll, beforeAll, expect, it } from 'vitest';
import sitematrix from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const listed = (dbname: string, more: Partial<ListedWiki> = {}): ListedWiki => ({
  name: dbname,
  dbname,
  url: `https://${dbname}.example`,
  lang: 'en',
  sitename: `The ${dbname}`,
  closed: false,
  private: false,
  fishbowl: false,
  ...more,
});
const LIST = [
  listed('dewiktionary', { lang: 'de', closed: true }),
  listed('dewiki', { lang: 'de' }),
  listed('arwiki', { lang: 'ar' }),
  listed('metawiki'),
  listed('pond', { private: true }),
];
const asked = (params: Record<string, string | boolean>) =>
  ask(wiki, [sitematrix], { action: 'sitematrix', ...params }, { services: { wikis: { all: async () => LIST } } });

it('lists wikis by language and family, and special wikis', async () => {
  expect(await asked({})).toEqual({
    sitematrix: {
      0: {
        code: 'ar',
        name: 'العربية',
        site: [{ url: 'https://arwiki.example', dbname: 'arwiki', code: 'wiki', sitename: 'The arwiki' }],
        dir: 'rtl',
        localname: 'العربية',
      },
      1: {
        code: 'de',
        name: 'Deutsch',
        site: [
          { url: 'https://dewiki.example', dbname: 'dewiki', code: 'wiki', sitename: 'The dewiki' },
          { url: 'https://dewiktionary.example', dbname: 'dewiktionary', code: 'wiktionary', sitename: 'The dewiktionary', closed: true },
        ],
        dir: 'ltr',
        localname: 'Deutsch',
      },
      count: 5,
      specials: [
        { url: 'https://metawiki.example', dbname: 'metawiki', lang: 'en', sitename: 'The metawiki', code: 'meta' },
        { url: 'https://pond.example', dbname: 'pond', lang: 'en', sitename: 'The pond', private: true, code: 'pond' },
      ],
    },
  });
});

it('returns the requested properties of wikis in the requested state', async () => {
  expect(await asked({ smtype: 'language', smlangprop: 'code|site', smsiteprop: 'dbname|lang', smstate: 'closed' })).toEqual({
    sitematrix: {
      0: { code: 'ar', site: [] },
      1: { code: 'de', site: [{ dbname: 'dewiktionary', lang: 'de', closed: true }] },
      count: 5,
    },
  });
  expect((await asked({ smtype: 'special', smstate: 'private' })).sitematrix).toMatchObject({ specials: [{ dbname: 'pond' }] });
});

it('continues from a language or a special wiki', async () => {
  const first = await asked({ smlimit: '1', smlangprop: 'code' });
  expect(first).toEqual({ sitematrix: { 0: { code: 'ar' }, count: 5 }, 'query-continue': { sitematrix: { smcontinue: 'language|de' } } });
  const rest = await asked({ smlimit: '2', smlangprop: 'code', smcontinue: 'language|de' });
  expect(rest).toMatchObject({
    sitematrix: { 0: { code: 'de' }, specials: [{ dbname: 'metawiki' }] },
    'query-continue': { sitematrix: { smcontinue: 'special|pond' } },
  });
  expect((await asked({ smcontinue: 'special|pond' })).sitematrix).toEqual({
    count: 5,
    specials: [expect.objectContaining({ dbname: 'pond' })],
  });
  expect(await asked({ smcontinue: 'pond' })).toMatchObject({ error: { code: 'badcontinue' } });
});
