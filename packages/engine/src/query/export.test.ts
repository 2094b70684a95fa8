import { defaultSite } from '@wikiquery/site';
import { apiOf, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('export', () => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki('sqlite', { site: defaultSite({ slotRoles: ['main', 'note'] }) });
    await wiki.page('Apple', { text: 'a <b> & c', user: 'Ada', comment: 'new', slots: { note: 'aside' } });
    await wiki.redirect('Apples', 'Apple');
    await wiki.edit('Secret', { text: 'hush', user: 'Cleo', comment: 'quiet', hidden: 7 });
    await wiki.edit('Address', { user: '192.0.2.1', minor: true });
  });
  afterAll(() => wiki.close());

  async function dump(titles: string, params: Record<string, string> = {}): Promise<string> {
    const query = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', export: '1', titles, ...params }).toString();
    const request = { method: 'GET', query, headers: {}, ip: '127.0.0.1', signal: new AbortController().signal } as const;
    // Dumps are meant for publication, so the rights of the user make no difference.
    const { body } = await apiOf(wiki, [], { as: ['deletedhistory', 'deletedtext'] })(request);
    return params.exportnowrap ? body : JSON.parse(body).query?.export;
  }

  it('describes the wiki and includes the current revision of each page', async () => {
    const xml = await dump('Apple');
    expect(xml).toContain('<namespace key="0" case="first-letter" />');
    expect(xml).toContain('    <title>Apple</title>\n    <ns>0</ns>\n    <id>1</id>\n    <revision>\n      <id>1</id>\n');
    expect(xml).toMatch(/<origin>1<\/origin>\n *<model>wikitext<\/model>\n *<format>text\/x-wiki<\/format>/);
    expect(xml).toContain(' xml:space="preserve">a &lt;b&gt; &amp; c</text>');
    expect(xml).toMatch(/<content>\n *<role>note<\/role>/);
    expect(xml.endsWith('    </revision>\n  </page>\n</mediawiki>\n')).toBe(true);
  });
  it('has only the main slot in schema version 0.10', async () => {
    const xml = await dump('Apple', { exportschema: '0.10' });
    expect(xml).toContain('<text bytes="9" xml:space="preserve">');
    expect(xml).not.toMatch(/<origin>|aside/);
  });
  it('includes the targets of redirects, and distinguishes addresses from accounts', async () => {
    expect(await dump('Apples')).toContain('<redirect title="Apple" />');
    expect(await dump('Address')).toMatch(/<ip>192\.0\.2\.1<\/ip>\n *<\/contributor>\n *<minor\/>/);
  });
  it('omits revision-deleted parts', async () => {
    const xml = await dump('Secret');
    expect(xml).toContain('<contributor deleted="deleted" />');
    expect(xml).toContain('<comment deleted="deleted" />');
    expect(xml).toContain('<text bytes="4" sha1="" deleted="deleted" />');
    expect(xml).not.toMatch(/hush|quiet|Cleo/);
  });
  it('is not repeated in responses that only resume modules', async () => {
    expect(await dump('Apple', { continue: '||' })).toContain('<title>Apple</title>');
    expect(await dump('Apple', { continue: '-||' })).toBeUndefined();
  });
  it('is the whole response with `exportnowrap`', async () => {
    expect(await dump('Apple', { exportnowrap: '1' })).toMatch(/^<mediawiki /);
  });
});
