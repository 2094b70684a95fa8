import { readMessages } from '@wikiquery/messages';
import { ask as askWiki, engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import parse from './index.ts';

describe.each(engines)('action=parse on %s', engine => {
  let wiki: WikiBuilder;
  let pier: { id: number; latest: number };
  let hidden: number;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('Template:Box', { text: '[[Stone]] {{{1|}}}' });
    await wiki.redirect('Template:B', 'Template:Box');
    await wiki.page('Stone');
    await wiki.page('Category:Walls', { text: 'a' });
    const text =
      'lead {{B|x}} [[Nowhere]]s [[:Category:Walls]] http://stone.example/\n\n== First ==\na [[File:Gone.png|b]]\n=== Under ===\n{{:Hidden}}\n[[Category:Walls|w]]\n[[Category:Lost]] __NOINDEX__';
    pier = await wiki.page('Pier', { text });
    await wiki.redirect('Jetty', 'Pier');
    const page = await wiki.page('Hidden', { text: 'secret' });
    hidden = page.latest;
    await wiki.hideRevision(hidden, 1);
  });
  afterAll(() => wiki.close());

  const ask = (params: Record<string, string | number>, options: object = {}) =>
    askWiki(
      wiki,
      [parse],
      { action: 'parse', ...Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])) },
      { services: { messages: readMessages([]) }, ...options },
    );
  const html = async (text: string, params: Record<string, string> = {}) =>
    (await ask({ text, title: 'Pier', prop: 'text', wrapoutputclass: '', ...params })).parse.text;

  it("returns MediaWiki's anchors for repeated headings and headings with ids", async () => {
    const text = '== x ==\n<h2 id=x>a</h2>\n== x ==\n<h2 id="é" class=q>b</h2>';
    const told = (await ask({ text, title: 'Pier', prop: 'text|sections', wrapoutputclass: '', disableeditsection: 1, disabletoc: 1 }))
      .parse;
    expect(Array.from(told.text.matchAll(/ id="([^"]*)"/g), ([, id]) => id)).toEqual(['x', 'x', 'x_3', 'é', '.C3.A9']);
    // Anchors that MediaWiki 1.43 returns.
    expect(told.sections.map(({ anchor }: { anchor: string }) => anchor)).toEqual(['x', 'x_2', 'x_3', 'é']);
  });

  it('wraps texts in objects in formatversion=1', async () => {
    const { parse: told } = await ask({ page: 'Pier', prop: 'text|wikitext|displaytitle', formatversion: 1 });
    expect(told).toMatchObject({
      text: { '*': expect.stringContaining('<p>') },
      wikitext: { '*': expect.any(String) },
      displaytitle: expect.stringContaining('Pier'),
    });
  });

  it('returns the properties of a page', async () => {
    const { parse: told } = await ask({ page: 'Pier' });
    expect(Object.keys(told)).toEqual([
      ...['title', 'pageid', 'revid', 'text', 'langlinks', 'categories', 'links', 'templates', 'images', 'externallinks', 'sections'],
      ...['tocdata', 'showtoc', 'parsewarnings', 'displaytitle', 'iwlinks', 'properties'],
    ]);
    expect(told).toMatchObject({
      ...{
        title: 'Pier',
        pageid: pier.id,
        revid: pier.latest,
        langlinks: [],
        images: ['Gone.png'],
        externallinks: ['http://stone.example/'],
      },
      categories: [
        { sortkey: '', category: 'Pages_with_broken_file_links', missing: true },
        { sortkey: 'w', category: 'Walls' },
        { sortkey: '', category: 'Lost', missing: true },
      ],
      templates: [
        { ns: 10, title: 'Template:B', exists: true },
        { ns: 10, title: 'Template:Box', exists: true },
        { ns: 0, title: 'Hidden', exists: true },
      ],
      sections: [
        {
          toclevel: 1,
          level: '2',
          line: 'First',
          number: '1',
          index: '1',
          fromtitle: 'Pier',
          byteoffset: 69,
          anchor: 'First',
          linkAnchor: 'First',
        },
        { toclevel: 2, level: '3', line: 'Under', number: '1.1', index: '2', fromtitle: 'Pier', anchor: 'Under', linkAnchor: 'Under' },
      ],
      ...{ showtoc: false, displaytitle: '<span class="mw-page-title-main">Pier</span>', properties: { noindex: '' } },
    });
    // The order of existing pages depends on the database.
    expect(told.links.map(({ title, exists }: { title: string; exists: boolean }) => `${title} ${exists}`).sort()).toEqual([
      ...['Category:Walls true', 'Hidden true', 'Nowhere false', 'Stone true'],
    ]);
    expect(told.text).toContain('<a href="/wiki/Stone" title="Stone">Stone</a> x');
    expect(told.text).toContain('class="new" title="Nowhere (page does not exist)">Nowheres</a>');
  });

  it('parses texts with and without the pre-save transform', async () => {
    expect(await html("''a'' {{PAGENAME}} <b onclick=x>c</b><script>d</script>")).toBe(
      '<p><i>a</i> Pier <b>c</b>&lt;script&gt;d&lt;/script&gt;\n</p>',
    );
    expect(await html('{{subst:PAGENAME}}', { pst: '1', prop: 'text|wikitext' })).toBe('<p>Pier\n</p>');
    expect((await ask({ text: '[[Help:A (b)|]]', title: 'Pier', onlypst: '1' })).parse).toEqual({ text: '[[Help:A (b)|A]]' });
    expect(await html('var a = "<b>";', { contentmodel: 'javascript' })).toContain('&lt;b&gt;');
    expect((await ask({ summary: '[[Stone]]', prop: '' })).parse).toEqual({
      title: 'API',
      pageid: 0,
      parsedsummary: expect.stringContaining('<a '),
    });
  });

  it('applies __NOINDEX__ only outside content namespaces', async () => {
    const found = async (title: string, text: string) => (await ask({ text, title, prop: 'categories' })).parse.categories;
    const noindexed = [{ sortkey: '', category: 'Noindexed_pages', missing: true }];
    expect([await found('Talk:Pier', '__NOINDEX__'), await found('Pier', '__NOINDEX__')]).toEqual([noindexed, []]);
  });

  it('parses a section, a redirect and its target', async () => {
    const { parse: section } = await ask({ page: 'Pier', section: '2', prop: 'wikitext|sections' });
    expect(section.wikitext).toMatch(/^=== Under ===/);
    expect(section.sections).toHaveLength(1);
    expect((await ask({ page: 'Jetty', prop: 'text' })).parse.text).toContain('class="redirectMsg"');
    expect((await ask({ page: 'Jetty', prop: '', redirects: '1' })).parse).toEqual({
      ...{ title: 'Pier', pageid: pier.id, redirects: [{ from: 'Jetty', to: 'Pier' }] },
    });
    expect(await html('a', { section: 'new', sectiontitle: 'T', prop: 'text' })).toContain('id="T"');
  });

  it('follows a self-redirect once and rejects interwiki redirects', async () => {
    await wiki.redirect('Turning', 'Turning');
    expect((await ask({ page: 'Turning', prop: '', redirects: '1' })).parse.redirects).toEqual([{ from: 'Turning', to: 'Turning' }]);
    const away = await wiki.redirect('Away', 'Pier');
    await wiki.db.updateTable('redirect').set({ rd_interwiki: 'w' }).where('rd_from', '=', away.id).execute();
    expect((await ask({ page: 'Away', redirects: '1' })).error.code).toBe('invalidtitle');
  });

  it('places the table of contents where the skin requires it', async () => {
    const text = '__FORCETOC__\n== One ==';
    const list = 'class="toctitle"';
    const mark = '<meta property="mw:PageProp/toc" />\n';
    expect(await html(text)).toContain(list);
    expect(await html(text, { useskin: 'monobook' })).toContain(list);
    const outside = await html(text, { useskin: 'vector-2022' });
    expect([outside.includes(mark), outside.includes(list)]).toEqual([true, false]);
    expect(await html(text, { useskin: 'vector-2022', disabletoc: '1' })).not.toContain(mark);
  });

  it('shows revision-deleted text only with the right to view it, and never transcludes it', async () => {
    for (const params of [{ oldid: hidden }, { page: 'Hidden' }]) {
      const answer = await ask(params);
      expect(answer.error.code).toBe('permissiondenied');
      expect(JSON.stringify(answer)).not.toContain('secret');
    }
    expect(JSON.stringify(await ask({ page: 'Pier' }))).not.toContain('secret');
    expect(JSON.stringify(await ask({ text: '{{:Hidden}}', title: 'Pier' }, { as: ['deletedtext'] }))).not.toContain('secret');
    expect((await ask({ oldid: hidden, prop: 'text' }, { as: ['deletedtext'] })).parse.text).toContain('secret');
  });

  it('returns indicators, but no styles or scripts', async () => {
    const text =
      '<indicator name="b">x</indicator><indicator name="a &amp; c">[[Stone]]\n* i</indicator><indicator name="b">\'\'{{PAGENAME}}\'\'</indicator>.';
    const { parse: told } = await ask({
      text,
      title: 'Pier',
      prop: 'text|indicators|modules|jsconfigvars',
      wrapoutputclass: '',
      useskin: 'vector',
    });
    expect(told.text).toBe('<p>.\n</p>');
    // If a skin is requested, each indicator has a wrapper element.
    expect(told.indicators).toEqual({
      b: '<div class="mw-parser-output"><i>Pier</i></div>',
      'a & c': expect.stringContaining('>Stone</a>\n</p>\n<ul><li>i</li></ul></div>'),
    });
    expect((await ask({ text, title: 'Pier', prop: 'indicators' })).parse.indicators.b).toBe('<i>Pier</i>');
    expect(told).toMatchObject({ modules: [], modulescripts: [], modulestyles: [], jsconfigvars: {} });
    expect(await html('<indicator>x</indicator>')).toContain('<span class="error">');
    expect((await ask({ text: 'a', title: 'Pier', prop: 'modules' })).warnings.parse.warnings).toContain('jsconfigvars');
    expect((await ask({ text: 'a', title: 'Pier', prop: '', generatexml: '1' })).parse.parsetree).toBe('<root>a</root>');
  });

  it('omits the whole result if it exceeds the maximum response size', async () => {
    const { configuration } = wiki.site;
    const small: WikiBuilder = Object.create(wiki, {
      site: { value: { ...wiki.site, configuration: { ...configuration, maxResultSize: 100 } } },
    });
    const asked = (text: string) =>
      askWiki(
        small,
        [parse],
        { action: 'parse', contentmodel: 'wikitext', prop: 'text', text },
        { services: { messages: readMessages([]) } },
      );
    const full = await asked('x'.repeat(101));
    expect(full).not.toHaveProperty('parse');
    expect(full.warnings).toMatchObject({ result: {} });
    expect(await asked('x')).toMatchObject({ parse: { title: 'API' } });
  });

  it('rejects invalid requests', async () => {
    const codeOf = async (params: Record<string, string | number>) => (await ask(params)).error.code;
    expect(await codeOf({ page: 'Nowhere' })).toBe('missingtitle');
    expect(await codeOf({ page: 'Special:Version' })).toBe('pagecannotexist');
    expect(await codeOf({ page: 'a[b' })).toBe('invalidtitle');
    expect(await codeOf({ pageid: 999_999 })).toBe('nosuchpageid');
    expect(await codeOf({ oldid: 999_999 })).toBe('nosuchrevid');
    expect(await codeOf({ page: 'Pier', text: 'a' })).toBe('invalidparammix');
    expect(await codeOf({ page: 'Pier', section: '9' })).toBe('nosuchsection');
    expect(await codeOf({ page: 'Pier', section: 'x' })).toBe('invalidsection');
  });
});
