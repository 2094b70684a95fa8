import { ask as askWiki, engines, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import compare from './index.ts';

describe.each(engines)('action=compare on %s', engine => {
  let wiki: WikiBuilder;
  let first: number;
  let second: number;
  let hidden: number;
  let other: number;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    const pier = await wiki.page('Pier', { text: 'a\nold stone\n\n== b ==\nc', comment: 'begun' });
    first = pier.latest;
    second = await wiki.edit('Pier', { text: 'a\nnew stone\n\n== b ==\nc', comment: '[[Help]]' });
    other = (await wiki.page('Other', { text: 'x' })).latest;
    hidden = (await wiki.page('Hidden', { text: 'secret' })).latest;
    await wiki.hideRevision(hidden, 1);
  });
  afterAll(() => wiki.close());

  const ask = (params: Record<string, string | number>, options: object = {}) =>
    askWiki(
      wiki,
      [compare],
      { action: 'compare', ...Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])) },
      options,
    );
  const bodyOf = async (params: Record<string, string | number>) =>
    (await ask({ difftype: 'unified', prop: 'diff', ...params })).compare.body;
  const codeOf = async (params: Record<string, string | number>, options = {}) => (await ask(params, options)).error.code;

  it('compares two revisions and returns the metadata of both', async () => {
    const { compare: told } = await ask({ fromrev: first, torev: second, prop: 'diff|diffsize|rel|ids|title|user|comment|size|timestamp' });
    expect(told).toEqual({
      ...{ fromid: expect.any(Number), fromrevid: first, fromns: 0, fromtitle: 'Pier', fromsize: 22, fromtimestamp: expect.any(String) },
      ...{ fromuser: expect.any(String), fromuserid: expect.any(Number), fromcomment: 'begun', fromparsedcomment: 'begun' },
      ...{ toid: expect.any(Number), torevid: second, tons: 0, totitle: 'Pier', tosize: 22, totimestamp: expect.any(String) },
      ...{
        touser: expect.any(String),
        touserid: expect.any(Number),
        tocomment: '[[Help]]',
        toparsedcomment: expect.stringContaining('<a '),
      },
      diffsize: Buffer.byteLength(told.body),
      body: expect.stringContaining('<ins class="diffchange diffchange-inline">new </ins>'),
    });
    expect((await ask({ fromrev: second, torev: other, prop: 'rel' })).compare).toEqual({ prev: first });
    expect((await ask({ fromrev: other, torev: first, prop: 'rel' })).compare).toEqual({ next: second });
    expect((await ask({ fromrev: other, torev: first, tosection: '1', prop: 'rel' })).compare).toEqual({});
  });

  it('compares deleted revisions for users with the right to view them', async () => {
    const { latest } = await wiki.page('Jetty', { text: 'of wood' });
    await wiki.deletePage('Jetty');
    const as = ['deletedhistory', 'deletedtext'];
    const { compare: told } = await ask({ fromrev: latest, totext: 'of iron', prop: 'diff|ids|title', difftype: 'unified' }, { as });
    expect(told).toMatchObject({ fromrevid: latest, fromtitle: 'Jetty', body: expect.stringContaining('-of wood\n+of iron') });
    expect(await codeOf({ fromrev: latest, torev: first })).toBe('nosuchrevid');
    expect(await codeOf({ fromrev: latest, torev: first }, { as: ['undelete'] })).toBe('permissiondenied');
    expect(await codeOf({ fromrev: 999_999, torev: first }, { as })).toBe('nosuchrevid');
  });

  it('takes the content model of a text from the request or the page, or else warns and assumes wikitext', async () => {
    const warns = async (params: Record<string, string>): Promise<boolean> => {
      const texts = { fromslots: 'main', 'fromtext-main': '[1]', toslots: 'main', 'totext-main': '[2]' };
      return (await ask({ ...texts, ...params })).warnings !== undefined;
    };
    expect(await warns({})).toBe(true);
    expect(await warns({ 'fromcontentmodel-main': 'json' })).toBe(false);
    expect(await warns({ totitle: 'Pier' })).toBe(false);
    const { compare: told } = await ask({ fromid: 1, totext: '{{subst:PAGENAME}}', topst: '1', difftype: 'unified', prop: 'diff' });
    expect(told.body).toContain('\n+Pier\n');
  });

  it('compares pages, adjacent revisions and texts of the request', async () => {
    const changed = '@@ -1,5 +1,5 @@\n a\n-old stone\n+new stone\n \n == b ==\n c\n';
    const row = `<tr><td colspan="4"><pre>${changed}</pre></td></tr>`;
    expect(await bodyOf({ fromrev: first, totitle: 'Pier' })).toBe(row);
    expect(await bodyOf({ fromrev: first, torelative: 'next' })).toBe(row);
    expect(await bodyOf({ fromtitle: 'Pier', torelative: 'prev' })).toBe(row);
    expect(await bodyOf({ fromrev: first, torelative: 'cur' })).toBe(row);
    expect(await bodyOf({ fromtext: '<a>', totext: 'b' })).toBe('<tr><td colspan="4"><pre>@@ -1,1 +1,1 @@\n-&lt;a>\n+b\n</pre></td></tr>');
    expect(await bodyOf({ fromtext: 'a\r\nb', totext: 'a\nb' })).toBe('');
    expect(await bodyOf({ fromtitle: 'Pier', totitle: 'Pier', toslots: 'main', 'totext-main': 'n', 'tosection-main': '1' })).toContain(
      '-== b ==\n-c\n+n\n',
    );
    expect(await bodyOf({ fromtitle: 'Pier', fromsection: '1', totext: '== b ==\nc' })).toBe('');
    expect(await bodyOf({ fromtitle: 'Pier', totext: '{{subst:PAGENAME}}', topst: '1' })).toContain('\n+Pier\n');
  });

  it('returns a separate diff per slot', async () => {
    expect((await ask({ fromrev: first, torev: second, slots: 'main', prop: 'diff' })).compare.bodies.main).toContain('new </ins>');
    expect((await ask({ fromrev: first, torev: first, slots: 'main', prop: 'diff' })).compare.bodies).toEqual({ main: false });
  });

  it('warns if the page has no previous or next revision', async () => {
    const { compare: told, warnings } = await ask({ fromrev: first, torelative: 'prev', difftype: 'unified' });
    expect(told.fromrevid).toBeUndefined();
    expect(told.body).toContain('+old stone');
    expect(warnings.compare.warnings).toContain('Pier');
    expect((await ask({ fromrev: second, torelative: 'next' })).compare).toMatchObject({ fromrevid: second, body: '' });
  });

  it('never compares text that the user cannot see', async () => {
    for (const params of [
      { fromrev: hidden, torev: first },
      { fromrev: first, torev: hidden },
      { fromtitle: 'Hidden', torelative: 'prev' },
      { fromtitle: 'Hidden', torelative: 'next', fromtext: 'x' },
      { fromtitle: 'Hidden', fromsection: '0', totext: '' },
      { fromrev: first, totitle: 'Hidden', totext: 'x', toslots: 'main', 'totext-main': 'x', 'tosection-main': 'new' },
    ]) {
      const answer = await ask(params);
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect(answer.compare).toBeUndefined();
    }
    expect(await codeOf({ fromrev: hidden, torev: first })).toBe('missingcontent');
    const { compare: seen } = await ask({ fromrev: hidden, totext: 'x' }, { as: ['deletedtext'] });
    expect(seen).toMatchObject({ fromtexthidden: true, body: expect.stringContaining('secret') });
  });

  it('rejects sides that are missing, unknown or incomparable', async () => {
    expect(await codeOf({ fromrev: first })).toBe('missingparam');
    expect(await codeOf({ torev: first })).toBe('missingparam');
    expect(await codeOf({ fromrev: 999_999, torev: first })).toBe('nosuchrevid');
    expect(await codeOf({ fromtitle: 'Nowhere', torev: first })).toBe('missingtitle');
    expect(await codeOf({ fromtitle: 'a[b', torev: first })).toBe('invalidtitle');
    expect(await codeOf({ fromid: 999_999, torev: first })).toBe('nosuchpageid');
    expect(await codeOf({ fromtext: 'a', torelative: 'prev' })).toBe('compare-relative-to-nothing');
    expect(await codeOf({ fromtext: 'a', fromslots: 'main', torev: first })).toBe('invalidparammix');
    expect(await codeOf({ fromslots: 'main', torev: first })).toBe('compare-maintextrequired');
    expect(await codeOf({ fromtitle: 'Pier', fromsection: '7', torev: first })).toBe('nosuchfromsection');
    expect(await codeOf({ fromtext: 'a', totext: 'b', topst: '1' })).toBe('compare-no-title');
    expect(await codeOf({ fromtext: 'a', totext: 'b', tocontentformat: 'text/css' })).toBe('badformat');
    expect(await codeOf({ fromrev: first, toslots: 'main', 'totext-main': 'a', 'tosection-main': '1' })).toBe('compare-notorevision');
  });
});
