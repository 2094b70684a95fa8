import type { Title } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it } from 'vitest';
import { limitedHtml } from '../limited-html.ts';
import { introOf, plainText } from '../plain-text.ts';
import { parseWikitext } from './parse.ts';
import { plainWriter } from './plain-writer.ts';
import { StripState } from './strip-state.ts';

const site = defaultSite();
const titles = createTitles(site);
const images = {
  site,
  stateOf: (dbkey: string) => (dbkey === 'Seen.png' ? 'shown' : dbkey === 'Read.pdf' ? 'there' : 'missing'),
  nameOf: titles.text,
} as const;
const parse = (text: string) => {
  const stripState = new StripState();
  return stripState.unstrip(
    parseWikitext(text, { site, titles, title: titles.local('Pier') as Title, stripState, writer: plainWriter(images) }),
  );
};
const plain = (text: string) => plainText(parse(text));

describe('plainText', () => {
  it.each([
    ["''a'' '''b''' '''''c''''' d'''e", 'a b c de'],
    ["'''''a''' b'' c", 'a b c'],
    ["l'''homme'' et '''a'''", "l'homme et a"],
    ['[[A]] [[B|b]]s [[:Category:C]] [[#d]]', 'A bs Category:C #d'],
    ['a\n[[Category:B]]\nc', 'a\nc'],
    ['[http://example.org/ text] [http://example.org/] http://example.org/', 'text [1] http://example.org/'],
    [
      'a [[File:Seen.png|20px]] [[File:Gone.png]] [[File:Gone.png|20px|b]] [[File:Gone.png|thumb|c]] [[File:Read.pdf|thumb|d]]',
      'a  File:Gone.png b  File:Read.pdf',
    ],
    ['* a\n* b\n** c\n# d', 'a\nb\nc\nd'],
    ['; a : b\n: c', 'a\nb\nc'],
    ['; a [http://example.org/ b:c] : d', 'a b:c\nd'],
    ['a\n\nb\n c\nd', 'a\nb\n\nc\n\nd'],
    ['{|\n! a\n|-\n| b\n|}\nc', 'c'],
    ["<nowiki>* ''a''</nowiki> <b>c</b> <blink>d</blink>", "* ''a'' c <blink>d</blink>"],
    ['<pre>\n a <b>\n</pre>', 'a <b>'],
    ['a<sup class="reference">[1]</sup> <span class="noprint x">b</span>', 'a'],
    ['__NOTOC__a __OTHER__', 'a __OTHER__'],
    ['a&nbsp;b &amp;lt; &lt;', 'a b &lt; <'],
    ['<gallery caption="a">\nSeen.png|b\n</gallery>', 'a'],
    ['a [[b', 'a [[b'],
  ])('converts %j to the plain text %j', (text, expected) => expect(plain(text).replaceAll(/[ ]+\n/g, '\n')).toBe(expected));

  it('marks headings in plain text, and excludes them from an intro', () => {
    const text = 'a\n\n== b ==\n\nc\n=== d===\ne';
    expect(plain(text)).toBe('a\n\n\u0001\u00022\u0002\u0001b\nc\n\n\u0001\u00023\u0002\u0001d\ne');
    expect(plainText(introOf(parse(text)))).toBe('a');
  });
});

describe('limitedHtml', () => {
  it.each([
    ['a <b onclick="x">b</b>', '<p>a <b>b</b>\n</p>'],
    ['<div>a</div> b', '<p> b</p>'],
    ['[javascript:x y] [[a|<script>]]', '<p>[javascript:x y] &lt;script&gt;\n</p>'],
    ['<math><mi xlink:href="javascript:x">', '<p>&lt;math&gt;&lt;mi xlink:href="javascript:x"&gt;\n</p>'],
    ['<nowiki><img src=x onerror=x></nowiki>', '<p>&lt;img src=x onerror=x&gt;\n</p>'],
    ['<table><td><style>x</style>a</table><svg/onload=x>', '<p>&lt;svg/onload=x&gt;</p>'],
  ])('reduces %j to the HTML %j', (text, expected) => expect(limitedHtml(parse(text))).toBe(expected));
});

it('parses long texts of unclosed markup', () => {
  for (const unit of ["'''''a", '[[File:a|', '{|\n|a\n', '*', '#:;*', '<b>', '<i><p>', '[http://a ', '= \n\n', '<gallery>', '\n a\n\n'])
    expect(plain(unit.repeat(2000))).toBeTypeOf('string');
});
