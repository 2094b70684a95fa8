import { readMessages } from '@wikiquery/messages';
import { ask as askWiki, inheritedNames, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import parse from './index.ts';

let wiki: WikiBuilder;
let pier: { id: number; latest: number };
beforeAll(async () => {
  wiki = await openWiki();
  pier = await wiki.page('Pier', { text: '== First ==\na' });
});
afterAll(() => wiki.close());

const ask = (params: Record<string, string | number>, options: object = {}) =>
  askWiki(
    wiki,
    [parse],
    { action: 'parse', ...Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])) },
    { services: { messages: readMessages([]) }, ...options },
  );
const told = async (contentmodel: string, text: string, params: Record<string, string> = {}) =>
  (await ask({ contentmodel, text, title: 'X & Y', prop: 'text', wrapoutputclass: '', ...params })).parse;

it('renders JSON as tables, without links and sections', async () => {
  const props = 'text|links|sections|tocdata|displaytitle|modules|jsconfigvars';
  expect(await told('json', '{"2":{},"1":"[[Stone]] <"}', { prop: props })).toMatchObject({
    text:
      '<div class="noresize"><table class="mw-json"><tbody><tr><th><span>2</span></th><td><table class="mw-json"><tbody><tr><td class="mw-json-empty">' +
      'Nothing in this object</td></tr></tbody></table></td></tr><tr><th><span>1</span></th><td class="mw-json-value">"[[Stone]] &lt;"</td></tr></tbody></table></div>',
    ...{ links: [], sections: [], tocdata: null, displaytitle: 'X &amp; Y', modulestyles: ['mediawiki.content.json'] },
  });
  expect((await told('json', '{')).text).toBe('This is not valid JSON.');
});

it('returns the links in CSS pages', async () => {
  const css = await told('css', '\na > b [[Stone]] == c ==', { prop: 'text|links|sections|tocdata' });
  expect(css).toMatchObject({
    text: '<pre class="mw-code mw-css" dir="ltr">\n\na &gt; b [[Stone]] == c ==\n</pre>\n',
    ...{ links: [{ ns: 0, title: 'Stone', exists: false }], sections: [], tocdata: { sections: [], extensionData: [] } },
  });
  expect((await told('unknown', 'a')).text).toMatch(/^<div class="error"><strong>Warning:<\/strong> .*unknown/);
});

it.each(['nosuchword', ...inheritedNames])('shows no text of the unknown content model %s', async model => {
  const { id } = await wiki.page(`Stone of ${model}`, { text: 'a', model });
  const { text } = (await ask({ pageid: id, prop: 'text', wrapoutputclass: '' })).parse;
  expect(text).toBe(`<div class="error"><strong>Warning:</strong> This wiki cannot show the content model ${model}.</div>`);
});

it('applies the pre-save transform of each content model', async () => {
  expect(await told('json', '{"10":1.0,"2":[]}', { onlypst: '1' })).toEqual({ text: '{\n\t"10": 1,\n\t"2": []\n}' });
  expect(await told('json', ' {', { pst: '1', prop: 'wikitext' })).toMatchObject({ wikitext: ' {', psttext: ' {' });
  expect(await told('text', ' {{subst:PAGENAME}} ', { onlypst: '1' })).toEqual({ text: ' {{subst:PAGENAME}}' });
  expect(await told('css', '{{subst:PAGENAME}} ', { onlypst: '1' })).toEqual({ text: 'X &#38; Y' });
});

it('the pre-save transform substitutes in all constructs and expands nothing else', async () => {
  // Results that MediaWiki 1.43 returns.
  const saved = {
    '{{subst:Missing}} {{safesubst:Missing|a={{subst:PAGENAME}}}}': '{{subst:Missing}} {{safesubst:Missing|a=Stone (rock)}}',
    '{{x|{{subst:PAGENAME}}|[[Help:Foo, bar|]]}} {{:{{subst:PAGENAME}}}}': '{{x|Stone (rock)|[[Help:Foo, bar|Foo]]}} {{:Stone (rock)}}',
    '{{{a|{{subst:PAGENAME}}}}} {{subst:lc:{{PAGENAME}}}}': '{{{a|Stone (rock)}}} {{pagename}}',
    '{{subst:{{PAGENAME}}}} {{subst:Special:Version}}': '{{subst:{{PAGENAME}}}} {{subst:Special:Version}}',
    '{{x|<nowiki>{{subst:PAGENAME}} ~~~</nowiki>}}<!-- ~~~ {{subst:PAGENAME}} -->':
      '{{x|<nowiki>{{subst:PAGENAME}} ~~~</nowiki>}}<!-- ~~~ {{subst:PAGENAME}} -->',
    '[[A（b）|]] [[#a|]] [[A, b (c)|]]': '[[A（b）|A]] [[#a|]] [[A, b (c)|A, b]]',
  };
  for (const [text, expected] of Object.entries(saved))
    expect(await told('wikitext', text, { onlypst: '1', title: 'Talk:Stone (rock)' })).toEqual({ text: expected });
});

it('returns the edit summary that an edit form would create', async () => {
  const summary = async (params: Record<string, string>) => (await told('wikitext', 'a', { prop: '', ...params })).parsedsummary;
  const heading = '[[a|b]] <i>c</i>';
  expect(await summary({ section: 'new', sectiontitle: heading })).toBe(
    '<span class="autocomment"><a href="#b_c">→<bdi dir="ltr">b c</bdi></a>: </span> new section',
  );
  expect(await summary({ section: 'new', summary: 'T' })).toContain('href="#T"');
  expect(await summary({ section: 'new', summary: 'S', sectiontitle: 'T' })).toBe('S');
  expect(await summary({ section: 'new', sectiontitle: '' })).toBe('');
  expect(await summary({ sectiontitle: 'T' })).toBeUndefined();
  expect(await told('wikitext', 'a', { onlypst: '1', summary: 's' })).toEqual({ text: 'a', parsedsummary: 's' });
});

it('uses the requested revision as the parser context', async () => {
  const { parse: answer, warnings } = await ask({
    revid: pier.latest,
    text: '{{PAGENAME}}',
    title: 'Wall',
    prop: 'text|revid',
    wrapoutputclass: '',
  });
  expect(answer).toEqual({ title: 'Pier', pageid: pier.id, text: '<p>Pier\n</p>' });
  expect(warnings.parse.warnings).toContain('Wall');
  expect((await ask({ text: 'a', prop: 'text' })).warnings.parse.warnings).toContain('contentmodel');
  expect((await ask({ revid: pier.latest, prop: 'text' })).warnings.parse.warnings).toContain('revid');
  expect((await ask({ revid: pier.latest, text: 'a', prop: 'text' })).warnings).toBeUndefined();
  expect((await ask({ oldid: pier.latest, prop: '', section: 1 })).parse).toEqual({ title: 'Pier', pageid: pier.id, revid: pier.latest });
});

it('returns the source page and offset of headings', async () => {
  await wiki.page('Template:Head', { text: '<noinclude>\n== Not ==\n</noinclude>\n== Of {{{1}}} ==\n{{{2|}}}' });
  await wiki.redirect('Template:H', 'Template:Head');
  const { sections, tocdata, text } = await told('wikitext', '== Own ==\n{{H|a|\n== Given ==\n}}\n== Last ==', {
    prop: 'sections|tocdata|text',
  });
  expect(sections.map(({ index, fromtitle, byteoffset }: Record<string, unknown>) => [index, fromtitle, byteoffset])).toEqual([
    ['1', 'X_&_Y', 0],
    ['T-1', 'Template:Head', null],
    ['', false, null],
    ['3', 'X_&_Y', 32],
  ]);
  expect(tocdata.sections[1]).not.toHaveProperty('codepointOffset');
  expect(text).toContain('title=Template:Head&amp;action=edit&amp;section=T-1"');
  expect(text).toContain('<li class="toclevel-1"><a href="#Given">');
  expect(text).toContain('<li class="toclevel-1 tocsection-3"><a href="#Last">');
});

it('omits files on the bad image list except on exempt pages', async () => {
  await wiki.file('Bad.png');
  await wiki.page('MediaWiki:Bad image list', { text: '* [[:File:Bad.png]] except on [[Allowed]]' });
  const shown = async (title: string, text: string) =>
    (await told('wikitext', text, { title, prop: 'text|categories' })) as { text: string };
  expect(await shown('Zed', '[[File:Bad.png|50px|x]]')).toEqual({
    ...{ title: 'Zed', pageid: 0, categories: [] },
    text: '<p><span typeof="mw:Error mw:File"><a href="/wiki/File:Bad.png" title="File:Bad.png"><span class="mw-file-element mw-broken-media" data-width="50">x</span></a></span>\n</p>',
  });
  expect((await shown('Allowed', '[[File:Bad.png|50px|x]]')).text).toContain('<img ');
  expect((await shown('Zed', '<gallery>\nBad.png\n</gallery>')).text).toContain(
    '<div class="thumb" style="height: 150px;"><span typeof="mw:Error mw:File">',
  );
});

it('leaves REVISIONID and REVISIONUSER empty unless a revision is requested', async () => {
  const text = '{{REVISIONID}}|{{REVISIONUSER}}|{{REVISIONTIMESTAMP}}={{CURRENTTIMESTAMP}}';
  expect((await told('wikitext', text, { title: 'Pier' })).text).toMatch(/^<p>\|\|(\d{14})=\1\n/);
});

it('marks revision-deleted text', async () => {
  const { latest } = await wiki.page('Gone', { text: 'a' });
  await wiki.hideRevision(latest, 1);
  expect((await ask({ oldid: latest, prop: '' }, { as: ['deletedtext'] })).parse).toMatchObject({ textdeleted: true, revid: latest });
});

it("checks parameters in MediaWiki's order and returns its errors", async () => {
  const keyOf = async (params: Record<string, string | number>) => {
    const { errors } = await ask({ errorformat: 'raw', ...params });
    return [errors[0].code, errors[0].key, ...errors[0].params];
  };
  const css = { contentmodel: 'css', text: 'a' };
  expect(await keyOf({ page: 'Pier', section: 'new' })).toEqual(['invalidparammix', 'apierror-invalidparammix-parse-new-section']);
  expect((await keyOf({ page: 'Pier', revid: 1 }))[0]).toBe('invalidparammix');
  expect(await keyOf({ revid: 999, text: 'a' })).toEqual(['nosuchrevid', 'apierror-nosuchrevid', 999]);
  expect(await keyOf({ ...css, contentformat: 'text/x-wiki', section: 1 })).toEqual([
    ...['badformat-generic', 'apierror-badformat-generic', 'text/x-wiki', 'css'],
  ]);
  expect(await keyOf({ ...css, section: 0 })).toEqual(['nosuchsection', 'apierror-sectionsnotsupported-what', 'API']);
  expect(await keyOf({ ...css, prop: 'parsetree' })).toEqual(['notwikitext', 'apierror-parsetree-notwikitext']);
  expect(await keyOf({ pageid: pier.id, section: 9 })).toEqual([
    ...['nosuchsection', 'apierror-nosuchsection-what', '9'],
    { message: { key: 'pageid', params: [pier.id] } },
  ]);
  expect((await keyOf({ page: '#a' }))[0]).toBe('pagecannotexist');
});
