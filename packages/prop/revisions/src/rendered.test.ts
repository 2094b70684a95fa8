import { readMessages } from '@wikiquery/messages';
import { ask as askWiki, engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import revisions from './index.ts';

describe.each(engines)('revisions as HTML on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('Template:Box', { text: '[[Stone]] and [[Nowhere]], {{{1|}}}' });
    await wiki.page('Stone');
    await wiki.page('Pier', { text: '{{Box|x}} {{Hidden}} {{REVISIONID}}\n== Under ==\n<script>alert(1)</script>' });
    const page = await wiki.page('Template:Hidden', { text: 'secret' });
    await wiki.hideRevision(page.latest, 1);
    await wiki.page('User:Ada/code.css', { text: 'a < b', model: 'css' });
  });
  afterAll(() => wiki.close());

  const contentOf = async (title: string, params: Record<string, string>): Promise<string> => {
    const services = { messages: readMessages([]) };
    const asked = { action: 'query', prop: 'revisions', titles: title, rvprop: 'content', ...params };
    const { query } = await askWiki(wiki, [revisions], asked, { services });
    return query.pages[0].revisions[0].content;
  };

  it('contain links and section edit links, but no active content', async () => {
    const html = await contentOf('Pier', { rvparse: '1' });
    expect(html).toMatch(
      /^<div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr"><p><a href="[^"]*Stone" title="Stone">Stone<\/a> and /,
    );
    expect(html).toContain('class="new" title="Nowhere (page does not exist)"');
    expect(html).toMatch(/section=1"[^>]*>.*edit/);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('secret');
  });
  it('show code without the wrapper element', async () => {
    expect(await contentOf('User:Ada/code.css', { rvparse: '1' })).toBe('<pre class="mw-code mw-css" dir="ltr">\na &lt; b\n</pre>\n');
  });
  it('are expanded wikitext if expandtemplates is set', async () => {
    expect(await contentOf('Pier', { rvexpandtemplates: '1' })).toMatch(/^\[\[Stone\]\] and \[\[Nowhere\]\], x \S* /);
  });
});
