// Exif metadata in version 1, from before 2012: flat strings instead of lists.

import { defaultSite } from '@wikiquery/site';
import type { PhpArray, PhpValue } from '@wikiquery/text-storage';
import { expect, it } from 'vitest';
import { hasOlderForm, olderForm } from './exif-version.ts';

type Json = string | number | null | readonly Json[] | { readonly [key: string]: Json };

const toPhp = (value: Json): PhpValue => {
  if (Array.isArray(value)) return new Map(value.map((item, at) => [at, toPhp(item)]));
  if (typeof value !== 'object' || value === null) return value as PhpValue;
  return new Map(Object.entries(value).map(([key, item]) => [key, toPhp(item as Json)]));
};

const TEXTS: Readonly<Record<string, string>> = {
  'metadata-langitem': '<b>$2</b> ($3) $1',
  'metadata-langitem-default': '$1!',
  'exif-contact-value': '$1|$2|$3|$4|$5|$6|$7|$8',
};
const texts = { text: (name: string) => TEXTS[name], softwareText: () => undefined };

const flat = (metadata: { readonly [key: string]: Json }, lang = 'en') =>
  Object.fromEntries(olderForm({ site: defaultSite(), lang }, toPhp({ ...metadata, MEDIAWIKI_EXIF_VERSION: 2 }) as PhpArray, texts));

it('converts Exif metadata only if it has version 2 and version 1 is requested', () => {
  const metadata = new Map([['MEDIAWIKI_EXIF_VERSION', 2]]);
  expect(['1', '1;x', 'latest', '2', '0', ''].map(version => hasOlderForm(metadata, version))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(hasOlderForm(new Map([['MEDIAWIKI_EXIF_VERSION', 1]]), '1')).toBe(false);
});

it('converts lists in Exif metadata to wikitext', () => {
  expect(flat({ Make: 'X', One: ['only'], Two: ['a', 'b'], Three: { _type: 'ol', 0: 'a', 1: 'b' }, None: [] })).toEqual({
    Make: 'X',
    One: 'only',
    Two: '\n*a\n*b',
    Three: '\n#a\n#b',
    None: '',
    MEDIAWIKI_EXIF_VERSION: 1,
  });
});

it('lists the languages of the user and of the wiki first in a multilingual value', () => {
  const lang = { _type: 'lang', 'x-default': 'bridge', fr: 'pont', en: 'bridge', de: '<Brücke>' };
  expect(flat({ T: lang }).T).toBe('*<b>English</b> (en) bridge*<b>français</b> (fr) pont*<b>Deutsch</b> (de) &lt;Brücke&gt;');
  expect(flat({ T: lang }, 'de').T).toBe('*<b>Deutsch</b> (de) &lt;Brücke&gt;*<b>English</b> (en) bridge*<b>français</b> (fr) pont');
  expect(flat({ T: { _type: 'lang', 'x-default': 'span', xx: 'x' } }).T).toBe('span!\n\n*<b>xx</b> (xx) x');
  expect(flat({ T: { _type: 'lang', 'x-default': 'pont', fr: 'pont' } }).T).toBe('*<b>français</b> (fr) pont');
});

it('formats software and contacts, and omits structured locations', () => {
  expect(flat({ Software: [['Gimp', '3']] }).Software).toBe('Gimp (Version 3)');
  expect(flat({ Software: ['Gimp', 'Krita'] }).Software).toBe('\n*Gimp\n*Krita');
  expect(flat({ LocationShown: ['here'], LocationCreated: 'there' })).toEqual({ LocationCreated: 'there', MEDIAWIKI_EXIF_VERSION: 1 });
  expect(flat({ Contact: 'call <me>' }).Contact).toBe('call &lt;me&gt;');
  expect(flat({ Contact: ['a', 'b'] }).Contact).toBe('<ul><li>a</li>\n<li>b</li></ul>');
  expect(flat({ Contact: { CiAdrCity: 'Ü', CiEmailWork: 'a@b.c, "A" <d@e.f>' } }).Contact).toBe(
    '[mailto:a@b.c <span class="email">a@b.c</span>], &quot;A&quot; &lt;d@e.f&gt;|||<span class="locality">Ü</span>||||',
  );
});
