import type { Title } from '@wikiquery/core';
import { defaultSite, readSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it } from 'vitest';
import { CITE_ERRORS, type CiteError } from './cite-wording.ts';
import { cleanHtml } from './clean.ts';
import { HeadingSources } from './heading-sources.ts';
import { writeHeadings } from './headings.ts';
import { HtmlWriter } from './html-writer.ts';
import { parseWikitext } from './parse.ts';
import { StripState } from './strip-state.ts';
import { ADDRESSES, active, STYLES, TAGS } from './tricks.test-kit.ts';

const tags = ['ref', 'references', 'gallery', 'poem', 'nowiki', 'pre', 'section', 'indicator', 'langconvert'];
const site = readSite({ ...defaultSite().info, extensiontags: tags.map(name => `<${name}>`) });
const titles = createTitles(site);
const title = titles.local('Pier') as Title;
const wording = { edit: 'edit', contents: 'Contents', editTitle: (name: string) => name };

function render(wikitext: string): string {
  const stripState = new StripState();
  const writer = new HtmlWriter({
    site,
    titles,
    title,
    stripState,
    interfaceTexts: {
      language: 'en',
      missing: '$1 (page does not exist)',
      noThumbnail: '',
      namelessIndicator: '',
      cite: new Map(Object.entries(CITE_ERRORS) as [CiteError, string][]),
    },
  });
  const body = parseWikitext(wikitext, { site, titles, title, stripState, writer });
  const media = { name: 'A.png', mime: 'image/png', size: 1, width: 20, height: 10, metadata: new Map() };
  const picture = { url: '/i/A.png', media, isPicture: true };
  writer.known = { pages: new Map(), files: new Map([['A.png', picture]]) };
  const headings = new HeadingSources(title);
  const options = {
    ...{ headings, language: 'en', pageLanguage: 'en', hasEditLinks: true, isWrapped: true, wording, toc: 'list' as const },
    unstrip: (html: string) => stripState.unstrip(html),
    keep: (html: () => string) => stripState.keep(html),
    convert: (html: string) => html,
  };
  const html = [writeHeadings(body, writer, options).html, ...writer.used.indicators.values()];
  return html.map(each => cleanHtml(stripState.unstrip(each))).join('');
}

const PLACES: readonly ((trick: string) => string)[] = [
  trick => trick,
  trick => `'''${trick}'''`,
  trick => `== ${trick} ==\n== b ==\n== c ==\n== d ==\n`,
  trick => `* ${trick}`,
  trick => `{|\n! ${trick}\n|-\n| ${trick} || b\n|}`,
  trick => `{| ${trick}\n|- ${trick}\n| ${trick} | a\n|}`,
  trick => `[[Main Page|${trick}]]`,
  trick => `[http://x.example ${trick}]`,
  trick => `[[File:A.png|thumb|alt=${trick}|${trick}]] [[File:A.png|link=${trick}|class=${trick}|${trick}]]`,
  trick => `<gallery caption="${trick}" style="${trick}">\nA.png|${trick}\nB.png|alt=${trick}\n</gallery>`,
  trick => `a<ref name="${trick}">${trick}</ref><ref name='${trick}' group='${trick}' /><references />`,
  trick => `<poem>${trick}</poem> <pre ${trick}>${trick}</pre> <nowiki>${trick}</nowiki>`,
];
const FORMS: readonly (readonly [string, readonly string[]])[] = [
  ['tags', TAGS],
  ['styles', STYLES.flatMap(style => [`<div style="${style}">x</div>`, `<span style='${style}'>x</span>`])],
  ['addresses', ADDRESSES.flatMap(address => [`[${address} x]`, address, `<q cite="${address}">x</q>`, `[[${address}|x]]`])],
];

const FEW = 40;
const SOME = 4;

describe('rendered HTML', () => {
  it.each(FORMS)('removes active content from hostile %s', (_, tricks) => {
    const failed = tricks.flatMap((trick, at) =>
      // Outside of CI, tests each trick only in some of the places, and each place with some of the tricks.
      PLACES.filter((_, number) => process.env.CI || at < FEW || number % SOME === at % SOME).flatMap(place => {
        const found = active(render(place(trick)));
        return found.length > 0 ? [{ text: place(trick), found }] : [];
      }),
    );
    expect(failed).toEqual([]);
  });
  it('covers more than a thousand different tricks', () => {
    const tricks = FORMS.flatMap(([, each]) => each);
    expect(new Set(tricks).size).toBe(tricks.length);
    expect(tricks.length).toBeGreaterThan(1000);
    expect(active('<img src=x onerror=x><a href="java\nscript:x">')).toHaveLength(2);
  });
  it('removes active content from forged strip markers', () => {
    expect(
      active(render('\u007f0t\u007f<b title="\u007f0t\u007f\u007f1s\u007f" onclick=x>\u007f99t\u007f</b> [[A|\u007f0t\u007f]]')),
    ).toEqual([]);
  });
  it('removes active content if only cleanHtml processes the tricks', () => {
    for (const trick of TAGS) expect(active(cleanHtml(trick))).toEqual([]);
  });
});

describe('a whole page', () => {
  it.each([
    [
      'a [[B]]s [[#c d]]',
      '<p>a <a href="/w/index.php?title=B&amp;action=edit&amp;redlink=1" class="new" title="B (page does not exist)">Bs</a> <a href="#c_d">#c d</a>\n</p>',
    ],
    [
      '[//x.example y] http://x.example/?a&b.',
      '<p><a rel="nofollow" class="external text" href="//x.example">y</a> <a rel="nofollow" class="external free" href="http://x.example/?a&amp;b">http://x.example/?a&amp;b</a>.\n</p>',
    ],
    ['<div style="color:red" onclick="x" class="a b" data-x=1>a</div>', '<div style="color:red" class="a b" data-x="1">a</div>\n'],
    [
      '[[File:A.png|thumb|b]]',
      '<figure class="mw-default-size" typeof="mw:File/Thumb"><a href="/wiki/File:A.png" class="mw-file-description"><img src="/w/images/7/70/A.png" decoding="async" width="20" height="10" class="mw-file-element" /></a><figcaption>b</figcaption></figure>\n',
    ],
    [
      '{| class="x" onload=y\n! scope=col | a\n|-\n| b\n|}',
      '<table class="x">\n<tbody><tr>\n<th scope="col">a\n</th></tr>\n<tr>\n<td>b\n</td></tr></tbody></table>\n',
    ],
  ])('renders %j as MediaWiki does', (text, html) => expect(render(text).trimEnd()).toBe(html.trimEnd()));

  it('renders anchors of headings, and notes after the text', () => {
    expect(render('== A ==\n== a ==\nb<ref>c</ref>')).toMatch(
      /<h2 id="A">.*<h2 id="a_2">.*<ol class="references">\n<li id="cite&#95;note-1">/s,
    );
  });
  it('renders long texts of unclosed markup', () => {
    for (const unit of [
      '<b><div>',
      '[[File:A.png|thumb|',
      '{|\n|a\n',
      '<ref>',
      '<gallery>\n',
      '== a ==\n',
      '[http://a ',
      "'''''a",
      '<span style="',
    ])
      expect(render(unit.repeat(1500))).toBeTypeOf('string');
  });
});

describe('the processor time of a page', () => {
  const measure = (wikitext: string): number => {
    const before = process.cpuUsage();
    render(wikitext);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  /** Measures three runs and returns the fastest, because noise only adds time. */
  const least = (wikitext: string): number => Math.min(measure(wikitext), measure(wikitext), measure(wikitext));

  it.each<[what: string, make: (size: number) => string]>([
    ['unclosed headings', size => '<h1>x'.repeat(size / 5)],
    ['headings with unclosed tags', size => '<h1 '.repeat(size / 4)],
    ['an unclosed nowiki within pre', size => `<pre>${'<nowiki>'.repeat(size / 8)}</pre>`],
    ['unclosed comments in a style', size => `<span style="${'/*'.repeat(size / 2)}">x</span>`],
    ['the long name of an unclosed tag', size => `<${'a'.repeat(size)}`],
    ['spaces in a width', size => `[[File:A.png|1${' '.repeat(size)}p|x]]`],
    ['line ends within a note', size => `<ref>a${'\n'.repeat(size)}b</ref>`],
    ['slashes within a link', size => `[[/a${'/'.repeat(size)}b/]]`],
  ])('processor time grows more slowly than the square of the size for %s', (_, make) => {
    least(make(1000));
    // Below 100 ms, the noise exceeds the measured work.
    expect(least(make(160_000)) / Math.max(100, least(make(40_000)))).toBeLessThan(10);
  });
});
