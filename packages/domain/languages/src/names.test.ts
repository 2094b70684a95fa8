import { readSite } from '@wikiquery/site';
import { inheritedNames } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { interlanguageCode, languageName } from './index.ts';

const plain = readSite({});
const translating = readSite({ extensions: [{ type: 'other', name: 'CLDR' }] });

it('returns the name of a language in the language itself', () => {
  expect(languageName(plain, 'de')).toBe('Deutsch');
  expect(languageName(plain, 'de', 'fr')).toBe('Deutsch');
  expect(languageName(plain, 'nothing')).toBe('');
});

it('translates language names if the wiki has the CLDR extension', () => {
  expect(languageName(translating, 'de', 'fr')).toBe('allemand');
  expect(languageName(translating, 'de')).toBe('Deutsch');
});

it("falls back to the wiki's name for invalid language tags", () => {
  expect(languageName(translating, 'map-bms', 'not a code')).toBe(languageName(plain, 'map-bms'));
  expect(languageName(translating, 'xyzzy', 'fr')).toBe('');
});

it.each(['de', ...inheritedNames])('returns the interlanguage prefix %s as code unless another is configured', prefix => {
  const codes = (interlanguageLinkCodes: Record<string, string>) => readSite({}, { interlanguageLinkCodes });
  expect(interlanguageCode(codes({ no: 'nb' }), prefix)).toBe(prefix);
  expect(interlanguageCode(codes({ no: 'nb' }), 'no')).toBe('nb');
});
