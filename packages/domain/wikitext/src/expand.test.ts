import { type Title, titleKey } from '@wikiquery/core';
import { defaultSite, readSite } from '@wikiquery/site';
import { inheritedNames } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { describe, expect, it } from 'vitest';
import { type ExpansionObserver, expandTemplates, preSaveTransform, type WikitextContext } from './index.ts';

const site = defaultSite();
const titles = createTitles(site);
const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

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
    async loadTexts(batch) {
      loads.push(batch.length);
      return new Map(batch.flatMap(title => (known.has(keyOf(title)) ? [[keyOf(title), known.get(keyOf(title)) as string]] : [])));
    },
  };
}

describe('expandTemplates', () => {
  const expand = (text: string, templates: Readonly<Record<string, string>> = {}) => expandTemplates(text, contextWith(templates));

  it('expands templates with their arguments', async () => {
    const templates = { Hello: 'Hello, {{{1|world}}}{{{mark|!}}}<noinclude>doc</noinclude>', Twice: '{{{1}}}{{{1}}}' };
    expect(await expand('{{Hello}} {{hello|Ada|mark= ? }}', templates)).toBe('Hello, world! Hello, Ada?');
    expect(await expand('{{Twice|{{Hello|a}}}}', templates)).toBe('Hello, a!Hello, a!');
  });
  it('resolves relative names of templates', async () => {
    const templates = { Box: 'box', 'Box/Doc': 'doc', 'Box/Doc/Old': 'old' };
    const onDoc = (text: string) => expandTemplates(text, contextWith(templates, 'Template:Box/Doc'));
    expect(await onDoc('{{../}} {{/Old}} {{/Old/}} {{../Doc}}')).toBe('box old old doc');
    expect(await expandTemplates('{{/Box}}', contextWith({ '/Box': 'of templates' }, 'No subpages'))).toBe('of templates');
  });
  it('writes statistics only if the context has them', async () => {
    const numbers = { articles: 1, edits: 12_345, files: 0, pages: 7, users: 3, activeUsers: 2 };
    const context = { ...contextWith({}), statistics: async () => numbers };
    expect(await expandTemplates('{{NUMBEROFEDITS}} {{NUMBEROFEDITS:R}} {{NUMBEROFPAGES}}', context)).toBe('12,345 12345 7');
    expect(await expand('{{NUMBEROFEDITS}}')).toBe('{{NUMBEROFEDITS}}');
  });
  it('computes string functions, whose arguments have a limit', async () => {
    const info = defaultSite().info as { readonly functionhooks: readonly string[] };
    const names = ['len', 'pos', 'rpos', 'sub', 'count', 'replace', 'explode', 'urldecode'];
    const strings = readSite({ query: { ...info, functionhooks: [...info.functionhooks, ...names] } });
    const compute = (text: string) => expandTemplates(text, { ...contextWith({}), site: strings });
    // Results that MediaWiki 1.45 returns.
    expect(await compute('{{#len:абв}} {{#pos:абв|в}} {{#rpos:абаб|а}} {{#sub:абвг|1|2}} {{#count:абаб|а}} {{#replace:абаб|а|x}}')).toBe(
      '3 2 2 бв 2 xбxб',
    );
    expect(
      await compute('{{#len:<nowiki>abc</nowiki>}} {{#rpos:abc|z}} {{#sub:abcdef|-3|2}} {{#sub:abcdef|2|-1}} {{#explode:a-b-c|-|1|2}}'),
    ).toBe('0 -1 de cde b-c');
    expect(await compute('{{#explode:a b c||-1}} {{#urldecode:%D0%B0+b}} {{#replace:abc||x}}')).toBe('c а b abc');
    expect(await compute(`{{#sub:${'a'.repeat(1001)}|0|1}}`)).toContain('class="error"');
  });
  it('links missing templates and keeps arguments of the page itself', async () => {
    expect(await expand('{{Nothing|a}} {{{1}}} {{{1|b}}}')).toBe('[[:Template:Nothing]] {{{1}}} b');
  });
  it('expands variables and functions', async () => {
    expect(await expand('{{PAGENAME}} {{SUBPAGENAME}} {{TALKPAGENAME}} {{CURRENTYEAR}}')).toBe('Ada/Notes Notes User talk:Ada/Notes 2025');
    expect(await expand('{{padleft:a|6|xy}} {{padright:𝒜|5|b𝒞d}} {{padleft:7|3|abcdef}} {{padleft:long|2}} {{padright:a|9|}}')).toBe(
      'xyxyxa 𝒜b𝒞db ab7 long a',
    );
    expect(Array.from(await expand(`{{padleft:|999|${'a𝒞'.repeat(100_000)}}}`))).toEqual(Array.from('a𝒞'.repeat(250)));
    expect(await expand('{{lc:ABC}} {{ucfirst:abc}} {{padleft:7|3}} {{#if: |a|b}} {{#switch:b|a=1|b|c=2|3}}')).toBe('abc Abc 007 b 2');
  });
  it('writes letters, numbers and language codes as MediaWiki does', async () => {
    expect(await expand('{{ucfirst:ǆx}} {{ucfirst:ßa}} {{formatnum:+5}} {{formatnum:1.23e2 km}} {{#expr:1e15}}')).toBe(
      'ǅx Ssa 5 123 km 1.0E+15',
    );
    const languages = [{ code: 'simple', bcp47: 'en-simple' }];
    const context = { ...contextWith({}), site: { ...site, info: { ...site.info, languages } } };
    expect(await expandTemplates('{{#bcp47:simple}} {{#bcp47:zh-hant}}', context)).toBe('en-simple zh-Hant');
  });
  it('reorders dates in #formatdate', async () => {
    const dates = {
      '2020-01-02|dmy': ['2020-01-02', '2 January 2020'],
      'jan 2 2020': ['2020-01-02', 'January 2, 2020'],
      '2020 2 January': ['2020-01-02', '2020, 2 January'],
      '2 January 2020|ymd': ['2020-01-02', '2020 January 2'],
      '5 March 44 BC|ISO 8601': ['-0043-03-05', '-0043-03-05'],
      '0000-12-31|mdy': ['0000-12-31', 'December 31, 1 BC'],
      'Jan 2|dmy': ['01-02', '2 January'],
      '5 March|ymd': ['03-05', '5 March'],
    };
    for (const [written, [title, shown]] of Object.entries(dates))
      expect(await expand(`{{#formatdate:${written}}}`)).toBe(`<span class="mw-formatted-date" title="${title}">${shown}</span>`);
    expect(await expand('{{#formatdate:2020-22-01|dmy}} {{#formatdate:2020-1-2|mdy}} {{#formatdate:2nd May}}')).toBe(
      '2020-22-01 2020-1-2 2nd May',
    );
  });
  it("reports errors with the wiki's messages", async () => {
    const message = async (key: string, params: readonly string[]) =>
      key === 'pfunc_time_error' ? 'No "time"' : `⧼${key}⧽${params.join()}`;
    const context = { ...contextWith({}), message };
    expect(await expandTemplates('{{#time:Y|bad}} {{#rel2abs:../../x|A}}', context)).toBe(
      '<strong class="error">No &quot;time&quot;</strong> <strong class="error">The path leads above the top.</strong>',
    );
  });
  it.each(inheritedNames)('treats %s as an unknown unit of time and function', async name => {
    const written = async (word: string) =>
      (await expand(`{{#time:Y|+1 ${word}}} {{#time:Y|2 ${word}s ago}} {{#${word}:a}}`)).replaceAll(word, 'x');
    expect(await written(name)).toBe(await written('nosuchword'));
  });
  it('keeps comments outside of arguments if requested', async () => {
    const context = { ...contextWith({ Box: '[{{{1}}}]<!-- b -->' }), keepsComments: true };
    expect(await expandTemplates('a<!-- x -->{{Box|<!-- y -->z}}', context)).toBe('a<!-- x -->[z]<!-- b -->');
  });
  it('keeps nested tags of the same name from templates', async () => {
    const tagged = { ...site, info: { ...site.info, extensiontags: ['<ref>', '<nowiki>'] } };
    const text = '{{#tag:ref|a {{Note|b}} c}}';
    expect(await expandTemplates(text, { ...contextWith({ Note: '<ref>{{{1}}}</ref>' }), site: tagged })).toBe(
      '<ref>a <ref>{{{1}}}</ref> c</ref>',
    );
  });
  it('supports the same functions in an isolated task if the extensions of the wiki are unknown', async () => {
    const served = { ...site, info: { ...site.info, extensions: [{ type: 'other', name: 'TextExtracts' }] } };
    const context = { ...contextWith({}), site: served, requester: { ip: '127.0.0.1' } };
    expect((await expandTemplates(`{{#if:a|b}}${' '.repeat(200_000)}`, context)).trim()).toBe('b');
  });
  it('chooses plural and grammar forms by language', async () => {
    const russian = { ...contextWith({}), lang: 'ru' };
    expect(await expandTemplates('{{PLURAL:21|статья|статьи|статей}} {{plural:1,005|a|b|c}}', russian)).toBe('статья c');
    expect(await expandTemplates('{{GRAMMAR:genitive|Википедия}} {{CONTENTLANGUAGE}}', russian)).toBe('Википедии en');
    expect(await expand('{{PLURAL:0|page|pages|0=nothing}} {{PLURAL:x|page|pages}}')).toBe('nothing pages');
  });
  it('chooses forms of words by gender', async () => {
    const genders = { ...contextWith({}), genderOf: (name: string) => ({ Ada: 'female', Bob: 'male' })[name] };
    const text = '{{GENDER:Ada|he|she|they}} {{GENDER:Bob|he|she|they}} {{GENDER:Eve|he|she|they}} {{GENDER:Eve|he|she}} {{GENDER:Ada|he}}';
    expect(await expandTemplates(text, genders)).toBe('she he they he he');
    expect(await expand('{{GENDER:Ada|he|she|they}} {{GENDER:Ada}}')).toBe('they ');
  });
  it('expands messages of the context', async () => {
    const context = { ...contextWith({}), message: async (key: string, params: readonly string[]) => `${key}(${params.join()})` };
    expect(await expandTemplates('{{int:a|{{PAGENAME}}|c}}', context)).toBe('a(Ada/Notes,c)');
  });
  it('treats names of object properties as template names', async () => {
    expect(await expand('{{constructor}} {{toString:x}}')).toBe('[[:Template:Constructor]] [[:Template:ToString:x]]');
  });
  it('writes local names of special pages', async () => {
    expect(await expand('{{#special:recentchanges}} {{#special:Log/delete}} {{#speciale:Log}} {{#special:nothing here}}')).toBe(
      'Special:RecentChanges Special:Log/delete Special:Log Special:Nothing here',
    );
  });
  it('removes comments, keeps tags and stops at template loops', async () => {
    expect(await expand('a<!-- {{x}} --><nowiki>{{x}}</nowiki>')).toBe('a<nowiki>{{x}}</nowiki>');
    expect(await expand('{{A}}', { A: '({{B}})', B: '[{{A}}]' })).toContain('Template loop detected: [[:Template:A]]');
  });
  it('loads the templates of a text in one batch', async () => {
    const context = contextWith({ A: '{{C}}', B: 'b', C: 'c' });
    expect(await expandTemplates('{{A}}{{B}}{{A}}', context)).toBe('cbc');
    expect(context.loads).toEqual([2, 1]);
  });
});

describe('ExpansionObserver', () => {
  it('the observer receives transcluded and checked pages, properties, loops and unknown names', async () => {
    const events: string[] = [];
    const observer: ExpansionObserver = {
      included: title => events.push(`included ${title.dbkey}`),
      checked: title => events.push(`checked ${title.dbkey}`),
      property: (name, value) => events.push(`${name} ${value}`),
      limit: key => events.push(key),
      unknown: name => events.push(`unknown ${name}`),
    };
    const context = { ...contextWith({ A: '{{A}}' }), observer, exists: async (title: Title) => title.dbkey === 'Pond' };
    const text =
      '{{#if:|{{B}}}}{{DEFAULTSORT:{{lc:KEY}}}}{{#ifexist:Pond|yes|no}}{{#ifexist:Sea|yes|no}}{{#invoke:M|f}}{{REVISIONID}}{{A}}';
    expect(await expandTemplates(text, context)).toMatch(/^yesno\{\{#invoke:M\|f\}\}\{\{REVISIONID\}\}/);
    expect(events).toEqual([
      'defaultsort key',
      'checked Pond',
      'checked Sea',
      'unknown #invoke',
      'unknown REVISIONID',
      'included A',
      'included A',
      'template-loop-category',
    ]);
  });
});

describe('{{SHORTDESC:…}}', () => {
  it('reports {{SHORTDESC:…}} to an observer that handles it, and otherwise transcludes a template', async () => {
    const events: unknown[] = [];
    const observer = { included() {}, checked() {}, property() {}, unknown() {}, description: (...args: unknown[]) => events.push(args) };
    const text = '{{SHORTDESC: a {{lc:BIRD}} }}{{shortdesc:two|noreplace}}.';
    expect(await expandTemplates(text, { ...contextWith({}), observer })).toBe('.');
    expect(events).toEqual([
      ['a bird', false],
      ['two', true],
    ]);
    expect(await expandTemplates('{{SHORTDESC:a}}', contextWith({}))).toBe('[[:Template:SHORTDESC:a]]');
  });
});

describe('preSaveTransform', () => {
  const save = (text: string, page?: string) => preSaveTransform(text, 'Ada', contextWith({ Hint: 'look' }, page));

  it('replaces tildes with signatures', async () => {
    expect(await save('~~~')).toBe('[[User:Ada|Ada]] ([[User talk:Ada|talk]])');
    expect(await save('~~~~~ <nowiki>~~~~</nowiki>')).toBe('03:04, 2 January 2025 (UTC) <nowiki>~~~~</nowiki>');
  });
  it('signs in the content language', async () => {
    const messages: Readonly<Record<string, string>> = { 'signature-anon': '[[{{ns:2}}:$1|$2]] (x)', 'timezone-utc': 'WZ' };
    const context = {
      ...contextWith({}),
      site: readSite({ query: { ...defaultSite().info, general: { ...defaultSite().general, lang: 'de' } } }),
      contentMessage: async (key: string, params: readonly string[]) =>
        (messages[key] ?? '').replaceAll(/\$([12])/g, (_, at) => params[at - 1] ?? ''),
    };
    expect(await preSaveTransform('~~~~', '192.0.2.1', context)).toBe('[[User:192.0.2.1|192.0.2.1]] (x) 03:04, 2. Jan. 2025 (WZ)');
  });
  it('substitutes templates and expands the pipe trick', async () => {
    expect(await save('{{subst:Hint}} {{Hint}} \n')).toBe('look {{Hint}}');
    expect(await save('[[Help:Stone (rock)|]] [[|Moss]]', 'Wall (rock)')).toBe('[[Help:Stone (rock)|Stone]] [[Moss (rock)|Moss]]');
  });
});
