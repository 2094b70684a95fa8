import { inheritedNames } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { foldTitle, pairUp } from './fold.ts';
import { plainText } from './plain-text.ts';

const names = { files: new Set(['file']), categories: new Set(['category']), languages: new Set(['de']) };
const read = (wikitext: string) => plainText(wikitext, names);
const seen = (wikitext: string) => read(wikitext).opening.replace(/\s+/g, ' ');

it('extracts visible text', () => {
  expect(seen("'''A''' [[B|bee]] [[C]]s, [https://example.org site]&nbsp;&amp;&#65;<br>x")).toBe('A bee Cs, site &A x');
  expect(seen('[[File:Pier.jpg|thumb|200px|alt=none|A [[pier]].]]After')).toBe('A pier. After');
  expect(seen('a<!-- hush -->b <math>x^2</math>c__NOTOC__ [[Category:D|e]][[de:F]]')).toBe('ab c');
  expect(seen('{| class="wide"\n! style="x" | Head\n|-\n| one || two\n|}')).toBe('Head one two');
  expect(seen('* one\n:# two\n----\nthree')).toBe('one two three');
});

it.each(inheritedNames)('reads the entity &%s; like any unknown one', name => {
  const unknown = name.replaceAll(/[a-z]/gi, 'x');
  expect(seen(`a&${name};b`)).toBe(seen(`a&${unknown};b`).replace(unknown, name));
});

it('separates headings, template arguments, footnotes and markup', () => {
  expect(read("Opening.\n== First [[x|part]] ==\nText.\n=== ''Second'' ===\n")).toMatchObject({
    opening: 'Opening.',
    text: 'Text.',
    headings: ['First part', 'Second'],
  });
  const { opening, auxiliary, source } = read('{{Box|height=forty|[[a]] {{In|ner}}}}<ref>foot [[note]]</ref> [[To|go]] <b class="c">');
  expect(opening).toBe('go');
  expect(auxiliary.replace(/\s+/g, ' ').trim()).toBe('forty a ner foot [[note]]');
  for (const word of ['Box', 'height', 'In', 'To', 'class="c"']) expect(source).toContain(word);
});

it('reads unclosed markup up to the end of the text', () => {
  for (const open of ['{{', '[[', '<ref>', '<!--', '[https://a', '{|', "''", '[[File:a|', '<b', '\n==', '{{a|b=']) {
    expect(() => read(open.repeat(1000))).not.toThrow();
    expect(seen(`word ${open}`)).toContain('word');
  }
});

it('folds titles and splits scripts without spaces into pairs', () => {
  expect(foldTitle('Élan_Vital: Straße, Ørsted')).toBe('elan vital strasse orsted');
  expect(foldTitle('С++ й')).toBe('с и');
  expect(foldTitle('!!!')).toBe('!!!');
  expect(pairUp('a東京都b', true)).toBe('a 東京 京都 都 b');
  expect(pairUp('東京都', false)).toBe(' 東京 京都 ');
});
