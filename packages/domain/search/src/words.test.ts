import { defaultSite } from '@wikiquery/site';
import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { makeSnippet, markTerms, markTexts } from './highlight.ts';
import { indexRow } from './indexing.ts';
import { namespacePrefix } from './namespace-prefix.ts';
import { encodeWords, searchLanguage } from './normalize.ts';
import { toTsquery } from './postgres.ts';
import { readTerms, writeTerm } from './terms.ts';

const language = (lang: string) => searchLanguage({ ...defaultSite(), lang });
const english = language('en');

describe('queries', () => {
  it('parses a query into words, word prefixes and phrases', () => {
    expect(readTerms('old (harbour) ferr* "two words" x-y -z', '-')).toEqual([
      { text: 'old', isPhrase: false, isPrefix: false, sign: '' },
      { text: 'harbour', isPhrase: false, isPrefix: false, sign: '' },
      { text: 'ferr', isPhrase: false, isPrefix: true, sign: '' },
      { text: 'two words', isPhrase: true, isPrefix: false, sign: '' },
      { text: 'x-y', isPhrase: false, isPrefix: false, sign: '' },
      { text: 'z', isPhrase: false, isPrefix: false, sign: '-' },
    ]);
    expect(readTerms('x-y "open', '').map(({ text }) => text)).toEqual(['x', 'y', 'open']);
  });

  it('quotes a word of a query if normalization splits it', () => {
    expect(readTerms('上海* "b c" d*', '').map(term => writeTerm(term, [language('zh').normalize(term.text)]))).toEqual([
      '"上 海"* ',
      '"b c" ',
      'd* ',
    ]);
  });

  it('splits a namespace prefix off a query', () => {
    const site = defaultSite();
    expect(namespacePrefix(site, 'user TALK: x')).toEqual({ text: ' x', namespaces: [3] });
    expect(namespacePrefix(site, ':x')).toEqual({ text: 'x', namespaces: [0] });
    expect(namespacePrefix(site, 'alle:x', ['alle', 'all'])).toEqual({ text: 'x', namespaces: undefined });
    expect(namespacePrefix(site, 'talk :x')).toBeUndefined();
    expect(namespacePrefix(site, 'x')).toBeUndefined();
  });

  it.each([
    ['old harbour', 'old & harbour'],
    ['old or harbour | pier', 'old | harbour | pier'],
    ['old -harbour !pier not quay', 'old & !harbour & !pier & !quay'],
    ['and Help: (old harbour)', 'Help & (old & harbour)'],
    ['"harbour"', 'harbour'],
    ['harbour! |', 'harbour'],
  ])('converts the query %s to the tsquery %s', (typed, written) => {
    expect(toTsquery(typed).replaceAll(/ +/g, ' ').replaceAll('! ', '!')).toBe(written);
  });

  it.each(inheritedNames)('search %s like any word, in any language', name => {
    expect(toTsquery(`old ${name}`)).toBe(toTsquery('old nosuchword').replace('nosuchword', name));
    expect(Object.keys(language(name))).toEqual(Object.keys(language('nosuchword')));
  });
});

describe('snippets', () => {
  const snippet = (query: string, text: string, { lang = 'en' } = {}) => {
    const marking = markTerms(readTerms(query.toLowerCase(), '-'), language(lang));
    return marking && makeSnippet({ text, marking });
  };

  it('highlights whole words of any language in at most two lines', () => {
    expect(snippet('être', 'Peut-Être\nêtres\nêtre\nêtre')).toBe(
      'Peut-<span class="searchmatch">Être</span>\n<span class="searchmatch">être</span>\n',
    );
    expect(snippet('har*', 'the harbour')).toBe('the <span class="searchmatch">har</span>bour\n');
    expect(snippet('海', '上海', { lang: 'zh' })).toBe('上<span class="searchmatch">海</span>\n');
    expect(snippet('"old harbour"', 'An old harbour')).toBe('An <span class="searchmatch">old harbour</span>\n');
    expect(snippet('x', 'nothing')).toBe('');
    expect(markTerms([], english)).toBeUndefined();
  });

  it('shows the last match of a line and its context in a snippet', () => {
    const text = `x ${'a'.repeat(80)} x ${'b'.repeat(80)}`;
    expect(snippet('x', text)).toBe(`...${'a'.repeat(74)} <span class="searchmatch">x</span> ${'b'.repeat(75)}\n`);
    expect(snippet('x', text, { lang: 'de' })).toBe(`…${'a'.repeat(74)} <span class="searchmatch">x</span> ${'b'.repeat(75)}\n`);
  });

  it('escapes HTML in snippets', () => {
    expect(snippet('b', `<i>b & "c"`)).toBe('&lt;i&gt;<span class="searchmatch">b</span> &amp; &quot;c&quot;\n');
    expect(makeSnippet({ text: 'a.b', marking: markTexts(['.'], english)! })).toBe('a<span class="searchmatch">.</span>b\n');
  });
});

describe('index rows', () => {
  const page = { namespace: 0, dbkey: "Keeper's_Boat/Old" };

  it('indexes the words of a page without markup', () => {
    const text = "x\n== Old pier ==\n[[Lamp]]s, '''bold''' <b>and</b> http://x.example/y [http://z.example label] keeper's boats' end";
    const { title, text: words } = indexRow(page, text, english, true);
    expect(title).toBe("keeper keeper's boat old");
    expect(words.split(/\s+/).filter(word => word !== '')).toEqual(
      "x old pier old pier old pier lamp lamps bold and label keeper keeper's boats end".split(' '),
    );
  });

  it.each([
    ['<a', '<'],
    [' [http://x.example y', '['],
    ['\n== ', '='],
    ['== x', ' '],
    ["a's'", "'"],
  ])('indexes repetitions of %j in linear time', (piece, filler) => {
    // A backtracking pattern would take hours.
    const text = piece.repeat(50_000) + filler.repeat(500_000);
    expect(indexRow(page, text, english, true).text.length).toBeLessThan(3 * text.length);
  });

  it('encodes words in ASCII for MariaDB', () => {
    expect(encodeWords('Über a 1.2.3.4 lamp', english, 4)).toBe('u8c3bcber au800 1u800u82e2u800u82e3u800u82e4u800 lamp');
  });

  it('splits text in scripts without spaces into words', () => {
    expect(language('ja').segment('ひらカナ漢字')).toBe(' ひら カナ 漢字 ');
    expect(language('be-tarask').normalize('ａ’ｂ')).toBe("a'b");
  });
});
