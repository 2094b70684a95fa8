import { readMessages } from '@wikiquery/messages';
import { ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import parse from './index.ts';

describe('optional properties of action=parse', () => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki();
    await wiki.page('Template:Box', { text: '{{{1|}}}{{PAGENAME}}' });
    await wiki.page('Template:Loop', { text: '{{Loop}}' });
    const { id } = await wiki.page('Category:Hidden', { text: '__HIDDENCAT__' });
    await wiki.db.insertInto('page_props').values({ pp_page: id, pp_propname: 'hiddencat', pp_value: '' }).execute();
  });
  afterAll(() => wiki.close());

  const told = async (text: string, prop: string) =>
    (
      await ask(
        wiki,
        [parse],
        { action: 'parse', text, title: 'Help:Pier/Far', contentmodel: 'wikitext', prop },
        { services: { messages: readMessages([]) } },
      )
    ).parse;

  it('returns the category links box', async () => {
    const { categorieshtml } = await told('[[Category:Gone & lost]] [[Category:Hidden]]', 'categorieshtml');
    expect(categorieshtml).toBe(
      '<div id="catlinks" class="catlinks" data-mw="interface"><div id="mw-normal-catlinks" class="mw-normal-catlinks"><a href="/wiki/Special:Categories" title="Special:Categories">Category</a>: <ul><li><a href="/w/index.php?title=Category:Gone_%26_lost&amp;action=edit&amp;redlink=1" class="new" title="Category:Gone &amp; lost (page does not exist)">Gone &amp; lost</a></li></ul></div><div id="mw-hidden-catlinks" class="mw-hidden-catlinks mw-hidden-cats-hidden">Hidden category: <ul><li><a href="/wiki/Category:Hidden" title="Category:Hidden">Hidden</a></li></ul></div></div>',
    );
    expect((await told('none', 'categorieshtml')).categorieshtml).toBe(
      '<div id="catlinks" class="catlinks catlinks-allhidden" data-mw="interface"></div>',
    );
  });

  it('returns the warnings of an edit preview', async () => {
    const { parsewarnings, parsewarningshtml } = await told(
      "{{Box|1=a|1=b}} {{Loop}} {{DISPLAYTITLE:''x''}}",
      'parsewarnings|parsewarningshtml',
    );
    expect(parsewarnings).toHaveLength(3);
    expect(parsewarningshtml[0]).toContain('<a href="/wiki/Template:Box" title="Template:Box">Template:Box</a>');
    expect(parsewarningshtml[2]).toContain('&#39;&#39;x&#39;&#39;');
    expect((await told('none', 'parsewarnings')).parsewarnings).toEqual([]);
  });

  it('returns the limit report', async () => {
    const { limitreportdata, limitreporthtml } = await told('{{Box|abc}}{{lc:{{uc:a}}}}{{PAGEID:x}}', 'limitreportdata|limitreporthtml');
    const used = Object.fromEntries(limitreportdata.map((each: Record<string, unknown>) => [each.name, [each[0], each[1]]]));
    expect(used).toMatchObject({
      'limitreport-postexpandincludesize': [3 + 2 * 'Pier/Far'.length + 3, 2_097_152],
      'limitreport-templateargumentsize': [3, 2_097_152],
      'limitreport-expansiondepth': [3, 100],
      'limitreport-expensivefunctioncount': [1, 100],
      'limitreport-unstrip-size': [0, 5_000_000],
      'cachereport-ttl': [86_400, undefined],
    });
    for (const name of ['cputime', 'walltime']) expect(used[`limitreport-${name}`]?.[0]).toMatch(/^\d+\.\d{3}$/);
    expect(limitreporthtml).toContain('<td>3/100</td>');
  });

  it('returns the start of the HTML document', async () => {
    const { headhtml, subtitle, headitems } = await told('x', 'headhtml|subtitle|headitems');
    expect(headhtml).toMatch(/^<!DOCTYPE html>\n<html class="client-nojs" lang="en" dir="ltr">/);
    expect(headhtml).toMatch(
      /<body class="mediawiki ltr sitedir-ltr ns-12 ns-subject page-Help_Pier_Far rootpage-Help_Pier action-view">$/,
    );
    expect([subtitle, headitems]).toEqual(['', []]);
  });
});
