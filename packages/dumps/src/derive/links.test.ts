import { readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { expect, it } from 'vitest';
import { LinkFinder } from './links.ts';

const site = readSite({
  interwikimap: [
    { prefix: 'de', url: 'https://de.example/$1', language: 'Deutsch' },
    { prefix: 'w', url: 'https://w.example/$1' },
    { prefix: 'here', url: 'http://localhost:8080/wiki/$1', localinterwiki: true },
  ],
});
const titles = createTitles(site);

function linksOf(text: string, title = titles.local('Heron') as { namespace: number; dbkey: string }) {
  const finder = new LinkFinder({ site, titles, title });
  finder.read(text);
  const { pages, files, categories, urls, languages, interwikis, switches } = finder.links;
  const found = {
    pages: [...pages.keys()],
    files: [...files],
    categories: Object.fromEntries(categories),
    urls: [...urls],
    languages: Object.fromEntries(languages),
    interwikis: [...interwikis.keys()],
    switches: [...switches],
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => Object.keys(value).length > 0));
}

it.each<[string, string, object]>([
  ['pages, regardless of the link text', '[[crane]]s [[Crane#Kin|its kin]] [[Talk:Egret|x]]', { pages: ['0:Crane', '1:Egret'] }],
  ['neither sections nor the page itself nor special pages', '[[#Kin]] [[heron|it]] [[Special:Random]]', {}],
  ['no invalid titles, no URLs, no unclosed brackets', '[[a{b]] [[http://x.example|y]] [[Crane', { urls: ['http://x.example%7Cy'] }],
  ['percent-encoded titles', '[[Gr%C3%BCn]]', { pages: ['0:Grün'] }],
  [
    'categories with sort keys, of which the last one counts',
    '[[Category:Birds|a]][[category:birds|b]][[:Category:Fish]]',
    { pages: ['14:Fish'], categories: { Birds: 'b' } },
  ],
  [
    'language links, and other prefixes as interwiki links',
    '[[de:Reiher]] [[de:Anderer]] [[:de:Storch]] [[w:Pond|x]]',
    { languages: { de: 'Reiher' }, interwikis: ['de:Storch', 'w:Pond'] },
  ],
  ['internal links with the prefix of the wiki', '[[here:Category:Fish]] [[here:Pond]]', { pages: ['14:Fish', '0:Pond'] }],
  [
    'files, their captions and link targets',
    '[[File:H.png|thumb|link=Pond|a [[reed]] at [http://a.example b]]]',
    { files: ['H.png'], pages: ['0:Reed', '0:Pond'], urls: ['http://a.example'] },
  ],
  [
    'URLs in visible captions',
    '[[File:H.png|thumb|see http://a.example]] [[File:I.png|see http://b.example]]',
    { files: ['H.png', 'I.png'], urls: ['http://a.example'] },
  ],
  [
    'a file with another link target',
    '[[File:H.png|link=https://a.example/x]] [[Media:S.ogg]]',
    { files: ['H.png', 'S.ogg'], urls: ['https://a.example/x'] },
  ],
  ['an unclosed file as text', '[[File:H.png|a [[reed]]', { pages: ['0:Reed'] }],
  ['galleries', '<gallery>\nFile:A.png|of a [[reed]]\nB.png\n</gallery>', { files: ['A.png', 'B.png'], pages: ['0:Reed'] }],
  [
    'URLs, with and without brackets',
    '[https://a.example/x?y=1 text] see http://b.example/z, (http://c.example/). [//d.example]',
    { urls: ['https://a.example/x?y=1', '//d.example', 'http://b.example/z', 'http://c.example/'] },
  ],
  ['no URLs of the wiki itself or in attributes', '[http://localhost:8080/wiki/X x] <a href="http://b.example">', {}],
  ['nothing where wikitext is not parsed', '<nowiki>[[Crane]]</nowiki> <!-- [[Crane]] --> <pre>http://a.example</pre>', {}],
  ['behavior switches as page properties', '__NOTOC__ __notoc__ __INDEX__ __OTHER__', { switches: ['notoc', 'index'] }],
  ['links in headings', '== On [[Crane]] ==\nx', { pages: ['0:Crane'] }],
])('LinkFinder finds %s', (_, text, links) => {
  expect(linksOf(text)).toEqual(links);
});

it('LinkFinder resolves subpages only in namespaces with subpages, and finds language links only outside talk pages', () => {
  const talk = { namespace: 1, dbkey: 'Heron' };
  expect(linksOf('[[/Archive]] [[de:Reiher]]', talk)).toEqual({ pages: ['1:Heron/Archive'], interwikis: ['de:Reiher'] });
});
