import { readMessages } from '@wikiquery/messages';
import { defaultSite, readSite } from '@wikiquery/site';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderingEnv } from './context.ts';
import { renderPage } from './pages.ts';

const { namespaces } = defaultSite().info as { namespaces: Record<number, object> };
const site = readSite({
  ...defaultSite().info,
  extensions: ['Scribunto', 'ParserFunctions', 'Cite'].map(name => ({ name })),
  extensiontags: ['ref', 'references', 'nowiki', 'pre'].map(name => `<${name}>`),
  namespaces: { ...namespaces, 828: { ...namespaces[10], id: 828, name: 'Module', canonical: 'Module' } },
});

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki('sqlite', { site });
  await wiki.page('Template:Note', { text: '<ref>of the template {{PAGENAME}}</ref>' });
  await wiki.page('Module:Clock/doc', { text: "Tells ''time''. {{PAGENAME}} [[Category:Clocks]]\n== Use ==" });
});
afterAll(() => wiki.close());

const show = async (text: string, name = 'Pier', model = 'wikitext') => {
  const env = {
    ...{ db: wiki.db, site, titles: wiki.titles, users: createUsers(site, wiki.titles), now: new Date(), lang: 'en' },
    ...{ filesElsewhere: async () => new Map(), request: { ip: '192.0.2.1' } },
  } as unknown as RenderingEnv;
  const title = wiki.titles.local(name) ?? { namespace: 0, dbkey: name };
  const page = { title, language: 'en', isRedirect: false, messages: readMessages([]), hasEditLinks: false, toc: 'none' } as const;
  return renderPage(env, { ...page, text, model });
};

/** Returns the numbers of notes in the text, and the notes in the lists. */
const notes = async (text: string) => {
  const html = (await show(text)).html.replaceAll(/&#9[135];/g, sign => ({ '&#91;': '[', '&#93;': ']', '&#95;': '_' })[sign] as string);
  const cited = (part: string) => Array.from(part.matchAll(/href="#cite_note-(\d+)"/g), ([, id]) => Number(id));
  const [before = ''] = html.split('<ol');
  return {
    cited: cited(before),
    list: Array.from(html.matchAll(/<li id="cite_note-(\d+)">.*?class="reference-text">(.*?)<\/span>\n<\/li>/gs), ([, id, note = '']) => [
      Number(id),
      note.replaceAll(/<sup.*?cite_note-(\d+).*?<\/sup>/g, '^$1').replaceAll(/<[^>]*>/g, ''),
    ]),
  };
};

// The expected values come from MediaWiki 1.43 with Cite.
describe('nested notes', () => {
  it('numbers a nested note before the outer note if #tag writes it', async () => {
    const expected = {
      cited: [2],
      list: [
        [1, 'of the template Pier'],
        [2, 'a ^1 b'],
      ],
    };
    expect(await notes('x{{#tag:ref|a {{Note}} b}}')).toEqual(expected);
    expect(await notes('x{{#tag:ref|a <ref>of the template Pier</ref> b}}')).toEqual(expected);
    expect(await notes('x{{#tag:ref|a {{#tag:ref|b}} c}} y<ref>d</ref>')).toEqual({
      cited: [2, 3],
      list: [
        [1, 'b'],
        [2, 'a ^1 c'],
        [3, 'd'],
      ],
    });
  });
  it('numbers a nested note when the list is written if a template writes the note', async () => {
    expect(await notes('x<ref>a {{Note}}</ref>')).toEqual({ cited: [1], list: [[1, 'a ^2']] });
    expect((await show('x<ref>a {{Note}}</ref><references />')).html).toContain('The list of notes defines a note without a name.');
  });
  it('reports an error for nested notes in plain wikitext', async () => {
    expect((await show('x<ref>a <ref>b</ref> c</ref>')).html).toContain('A note is not closed.');
  });
  it('stops nesting notes after ten levels', async () => {
    const { list } = await notes(`x${'{{#tag:ref|a '.repeat(30)}${'}}'.repeat(30)}`);
    expect(list).toHaveLength(11);
  });
  it('does not number invalid notes', async () => {
    expect((await notes('<ref name=5>a</ref><ref></ref><ref>b</ref>')).list).toEqual([[1, 'b']]);
  });
});

describe('a module page', () => {
  const code = '<pre lang="en" dir="ltr" class="mw-code mw-script">return "&lt;b&gt;"\n</pre>';

  it('renders the code of a module below its documentation', async () => {
    const page = await show('return "<b>"', 'Module:Clock', 'Scribunto');
    expect(page.html).toBe(`<p>Tells <i>time</i>. Clock \n</p>\n<h2>Use</h2>\n<hr />${code}`.replace('<h2>Use</h2>', headingOf(page.html)));
    expect(page.categories).toEqual([['Clocks', '']]);
    expect(page.sections).toMatchObject([{ line: 'Use', source: { isIncluded: true } }]);
  });
  it('links the missing documentation page of a module', async () => {
    const page = await show('return "<b>"', 'Module:Bell', 'Scribunto');
    expect(page.html.endsWith(code)).toBe(true);
    const doc = { namespace: 828, dbkey: 'Bell/doc' };
    expect(page.links).toMatchObject([{ ...doc, exists: false }]);
    expect(page.notes.included).toEqual([doc]);
  });
});

const headingOf = (html: string): string => /<div class="mw-heading.*?<\/div>|<h2.*?<\/h2>/s.exec(html)?.[0] ?? '';

it('counts expensive calls and reports an exceeded limit', async () => {
  const { notes } = await show(Array.from({ length: 105 }, (_, at) => `{{#ifexist:Nowhere ${at}|a|b}}`).join(''));
  expect(notes.limits).toEqual(['expensive-parserfunction-category']);
  expect(notes.warnings).toEqual([['expensive-parserfunction-warning', '105', '100']]);
});

it('keeps inline formatting in section titles', async () => {
  const lines = {
    '<span id="x" style="color:red">a</span>': '<span>a</span>',
    '<span id="x"></span>b': 'b',
    '<span lang="ar" dir="rtl" class="q">c</span>': '<span dir="rtl">c</span>',
    'd<ref>x</ref>': 'd<sup><span>[</span>1<span>]</span></sup>',
    '<small>e</small> <i class="q">f</i> &#91;g&#93; "h"': 'e <i>f</i> [g] "h"',
  };
  const { sections } = await show(
    Object.keys(lines)
      .map(heading => `== ${heading} ==`)
      .join('\n'),
  );
  expect(sections.map(({ line }) => line)).toEqual(Object.values(lines));
});
