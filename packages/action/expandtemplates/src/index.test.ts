import { readMessages } from '@wikiquery/messages';
import { ask as askWiki, engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import expandtemplates from './index.ts';

describe.each(engines)('action=expandtemplates on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('Template:Hello', { text: 'Hello, {{{1|world}}}!<noinclude>doc</noinclude>' });
    await wiki.page('Template:Loop', { text: '{{Loop}}' });
    await wiki.redirect('Template:Hi', 'Template:Hello');
    await wiki.redirect('Template:Hey', 'Template:Hi');
    await wiki.redirect('Template:Lost', 'Template:Nowhere');
    const hidden = await wiki.page('Template:Hidden', { text: 'secret' });
    await wiki.hideRevision(hidden.latest, 1);
    await wiki.user('Reader', { groups: ['sysop', 'suppress'] });
  });
  afterAll(() => wiki.close());

  const ask = (params: Record<string, string>) =>
    askWiki(wiki, [expandtemplates], { action: 'expandtemplates', ...params }, { services: { messages: readMessages([]) } });
  const expand = async (text: string, params: Record<string, string> = {}) =>
    (await ask({ text, prop: 'wikitext', ...params })).expandtemplates.wikitext;

  it('expands templates, also through redirects to existing pages', async () => {
    expect(await expand('{{Hello}} {{Hi|a}} {{Hey|b}}')).toBe('Hello, world! Hello, a! Hello, b!');
    expect(await expand('{{Lost}}')).toMatch(/REDIRECT/i);
    expect(await expand('a<!--b-->c')).toBe('ac');
    expect(await expand('a<!--b-->c', { includecomments: '1' })).toBe('a<!--b-->c');
  });

  it('never transcludes revision-deleted text', async () => {
    expect(await expand('{{Hidden}}')).toBe('[[:Template:Hidden]]');
  });

  it('uses the requested title and revision as the parser context', async () => {
    const { id, latest } = await wiki.page('Help:Pier/Stairs', { text: 'Mind the step.', user: 'Reader' });
    const text = '{{PAGENAME}} {{SUBPAGENAME}} {{PAGEID}} {{REVISIONID}} {{REVISIONUSER}} {{PAGESIZE:Help:Pier/Stairs}}';
    const title = 'Help:Pier/Stairs';
    expect(await expand(text, { title, revid: String(latest) })).toBe(`Pier/Stairs Stairs ${id} ${latest} Reader 14`);
    expect(await expand('{{PAGENAME}}{{REVISIONID}}')).toBe('API');
    expect(await expand('{{NUMBERINGROUP:sysop}} {{PROTECTIONEXPIRY:edit}} {{#ifexist:Help:Pier/Stairs|yes}}', { title })).toBe(
      '1 infinity yes',
    );
  });

  it('returns the metadata of the expansion', async () => {
    const prop = 'wikitext|categories|properties|volatile|ttl|modules|jsconfigvars|encodedjsconfigvars|parsetree';
    expect((await ask({ text: '{{DEFAULTSORT:b}}{{Loop}}{{#time:Y}}', prop, title: 'Pier' })).expandtemplates).toEqual({
      parsetree: expect.stringMatching(/^<root><template>.*<\/root>$/),
      categories: [{ sortkey: 'b', category: 'Pages_with_template_loops' }],
      properties: { defaultsort: 'b' },
      volatile: false,
      ttl: expect.any(Number),
      wikitext: expect.stringMatching(/^<span class="error">.*\[\[:Template:Loop\]\]<\/span>\d{4}$/),
      modules: [],
      modulescripts: [],
      modulestyles: [],
      jsconfigvars: {},
      encodedjsconfigvars: '[]',
    });
    expect(await ask({ text: 'a', prop: '' })).toEqual({ expandtemplates: [] });
  });

  it('returns the deprecated format with a warning if prop is missing', async () => {
    const { warnings, ...answer } = await ask({ text: '{{Hello}}', generatexml: '1' });
    expect(answer).toEqual({
      parsetree: '<root><template><title>Hello</title></template></root>',
      expandtemplates: { wikitext: 'Hello, world!' },
    });
    expect(warnings.expandtemplates.warnings).toContain('prop=wikitext');
  });

  it('rejects invalid parameters', async () => {
    const codes = async (params: Record<string, string>) => (await ask(params)).error.code;
    expect(await codes({ prop: 'wikitext' })).toBe('missingparam');
    expect(await codes({ text: 'a', title: 'a[b' })).toBe('invalidtitle');
    expect(await codes({ text: 'a', revid: '999999' })).toBe('nosuchrevid');
    expect(await codes({ text: 'a', prop: 'wikitext', generatexml: '1' })).toBe('invalidparammix');
  });
});
