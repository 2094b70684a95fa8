import { type Title, titleKey } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it } from 'vitest';
import { expandTemplates, preSaveTransform, renderHtml, type WikitextContext } from './index.ts';

const site = defaultSite();
const titles = createTitles(site);
const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

/** Texts of templates by name. */
function contextWith(templates: Readonly<Record<string, string>>, page = 'User:Ada/Notes'): WikitextContext & { readonly loads: number[] } {
  const loads: number[] = [];
  const known = new Map(Object.entries(templates).map(([name, text]) => [titleKey(10, name), text]));
  return {
    site,
    titles,
    title: titles.local(page) as Title,
    now: new Date(Date.UTC(2025, 0, 2, 3, 4, 5)),
    keyOf,
    loads,
    async loadTexts(wanted) {
      loads.push(wanted.length);
      return new Map(wanted.flatMap(title => (known.has(keyOf(title)) ? [[keyOf(title), known.get(keyOf(title)) as string]] : [])));
    },
  };
}

describe('expandTemplates', () => {
  const expand = (text: string, templates: Readonly<Record<string, string>> = {}) => expandTemplates(text, contextWith(templates));

  it('includes templates with their arguments', async () => {
    const templates = { Hello: 'Hello, {{{1|world}}}{{{mark|!}}}<noinclude>doc</noinclude>', Twice: '{{{1}}}{{{1}}}' };
    expect(await expand('{{Hello}} {{hello|Ada|mark= ? }}', templates)).toBe('Hello, world! Hello, Ada?');
    expect(await expand('{{Twice|{{Hello|a}}}}', templates)).toBe('Hello, a!Hello, a!');
  });
  it('leaves a link where there is no template, and arguments of the page itself as they are', async () => {
    expect(await expand('{{Nothing|a}} {{{1}}} {{{1|b}}}')).toBe('[[:Template:Nothing]] {{{1}}} b');
  });
  it('knows variables and functions', async () => {
    expect(await expand('{{PAGENAME}} {{SUBPAGENAME}} {{TALKPAGENAME}} {{CURRENTYEAR}}')).toBe('Ada/Notes Notes User talk:Ada/Notes 2025');
    expect(await expand('{{lc:ABC}} {{ucfirst:abc}} {{padleft:7|3}} {{#if: |a|b}} {{#switch:b|a=1|b|c=2|3}}')).toBe('abc Abc 007 b 2');
  });
  it('drops comments, keeps tags and gives up on loops', async () => {
    expect(await expand('a<!-- {{x}} --><nowiki>{{x}}</nowiki>')).toBe('a<nowiki>{{x}}</nowiki>');
    expect(await expand('{{A}}', { A: '({{B}})', B: '[{{A}}]' })).toContain('Template loop detected: [[:Template:A]]');
  });
  it('loads the templates of a text together', async () => {
    const context = contextWith({ A: '{{C}}', B: 'b', C: 'c' });
    expect(await expandTemplates('{{A}}{{B}}{{A}}', context)).toBe('cbc');
    expect(context.loads).toEqual([2, 1]);
  });
});

describe('preSaveTransform', () => {
  const save = (text: string, page?: string) => preSaveTransform(text, 'Ada', contextWith({ Hint: 'look' }, page));

  it('signs', async () => {
    expect(await save('~~~')).toBe('[[User:Ada|Ada]] ([[User talk:Ada|talk]])');
    expect(await save('~~~~~ <nowiki>~~~~</nowiki>')).toBe('03:04, 2 January 2025 (UTC) <nowiki>~~~~</nowiki>');
  });
  it('substitutes and completes links', async () => {
    expect(await save('{{subst:Hint}} {{Hint}} \n')).toBe('look {{Hint}}');
    expect(await save('[[Help:Stone (rock)|]] [[|Moss]]', 'Wall (rock)')).toBe('[[Help:Stone (rock)|Stone]] [[Moss (rock)|Moss]]');
  });
});

describe('renderHtml', () => {
  it('makes HTML in which scripts do nothing', async () => {
    const html = await renderHtml({ wikitext: "'''a''' [[B|c]]\n<script>alert(1)</script>", page: 'Main Page' });
    expect(html).toContain('<b>a</b>');
    expect(html).toContain('>c</a>');
    expect(html).not.toContain('<script');
  });
  it('stops when nobody waits any more', async () => {
    await expect(renderHtml({ wikitext: 'a', page: 'B' }, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await renderHtml({ wikitext: 'a', page: 'B' })).toContain('a');
  });
});
