import { type Configuration, type Env, NS } from '@wikiquery/core';
import { defaultSite } from '@wikiquery/site';
import { engines, openWiki, reader, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryPage } from './query-page.ts';
import { answerOf, cachedRows, cachedSince } from './query-pages/cache.ts';
import { queryPages } from './query-pages.ts';

const ALL = { offset: 0, limit: 100 };

function siteWithTwo() {
  const site = defaultSite();
  const project = { ...site.namespaces.get(NS.PROJECT)!, content: true };
  return { ...site, namespaces: new Map(site.namespaces).set(NS.PROJECT, project) };
}

describe.each(engines)('query pages on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine, { site: siteWithTwo() });
    await fill(wiki);
  }, 60_000);
  afterAll(() => wiki.close());

  const envWith = (configuration: Partial<Configuration> = {}): Env =>
    ({
      db: wiki.db,
      titles: wiki.titles,
      site: { ...wiki.site, configuration: { ...wiki.site.configuration, ...configuration } },
      actor: reader(),
    }) as unknown as Env;
  const page = (name: string): QueryPage => {
    const found = queryPages.find(each => each.name === name);
    if (!found) throw new Error(`There is no query page ${name}.`);
    return found;
  };
  /** Returns the value and title of each row, such as `3 Title`, or only the title of rows without a value. */
  const list = async (name: string, configuration?: Partial<Configuration>) =>
    (await page(name).rows(envWith(configuration), ALL)).map(({ namespace, title, value }) =>
      [...(value == null ? [] : [value]), wiki.titles.text({ namespace, dbkey: title })].join(' '),
    );

  it('lists pages without links, categories, uses or watchers', async () => {
    expect(await list('Deadendpages')).toEqual(['Isle', 'Project:Plan']);
    expect(await list('Lonelypages')).toEqual(['Hub', 'Isle', 'Project:Plan']);
    expect(await list('Withoutinterwiki')).toEqual(['Isle', 'Project:Plan']);
    expect(await list('Uncategorizedpages')).toEqual(['Isle', 'Project:Plan']);
    expect(await list('Uncategorizedimages')).toEqual(['File:Mill.png', 'File:Mill copy.png', 'File:Spare.png']);
    expect(await list('Uncategorizedtemplates')).toEqual(['Template:Box', 'Template:Kept', 'Template:Spare']);
    expect(await list('Unusedcategories')).toEqual(['Category:Empty', 'Category:Root']);
    expect(await list('Unusedtemplates')).toEqual(['Template:Spare']);
    expect(await list('Unusedimages')).toEqual(['20240102000002 File:Mill copy.png', '20240102000003 File:Spare.png']);
    const unwatched = await list('Unwatchedpages');
    expect(unwatched).toEqual(expect.arrayContaining(['0 Hub', '4 Project:Plan', '10 Template:Box']));
    expect(unwatched.filter(title => /River|MediaWiki|Brook/.test(title))).toEqual([]);
  });
  it('excludes the exceptions listed on a wiki page from uncategorized categories', async () => {
    expect(await list('Uncategorizedcategories')).toEqual(['Category:Empty', 'Category:Expected']);
  });
  it('lists redirects, broken redirects and double redirects', async () => {
    expect(await page('Listredirects').rows(envWith(), ALL)).toMatchObject([
      { namespace: 0, title: 'Brook', rd_namespace: 0, rd_title: 'River', rd_fragment: 'Source' },
      { title: 'Lost_way', rd_title: 'Nowhere' },
      { title: 'Stream', rd_title: 'Brook' },
      { namespace: 6, title: 'Moved.png', rd_title: 'Mill.png' },
    ]);
    expect(await page('BrokenRedirects').rows(envWith(), ALL)).toEqual([
      { namespace: 0, title: 'Lost_way', rd_namespace: 0, rd_title: 'Nowhere', rd_fragment: '' },
    ]);
    expect(await page('DoubleRedirects').rows(envWith(), ALL)).toEqual([
      {
        namespace: 0,
        title: 'Stream',
        b_namespace: 0,
        b_title: 'Brook',
        b_fragment: '',
        c_namespace: 0,
        c_title: 'River',
        c_fragment: 'Source',
        c_interwiki: '',
      },
    ]);
  });
  it('sorts pages by age, length and revision count', async () => {
    expect(await list('Ancientpages')).toEqual([
      '20240101000001 Hub',
      '20240101000002 Isle',
      '20240101000002 Project:Plan',
      '20240101000003 River',
    ]);
    expect(await list('Shortpages')).toEqual(['10 River', '50 Isle', '50 Project:Plan', '90 Hub']);
    expect(await list('Longpages')).toEqual(['90 Hub', '50 Project:Plan', '50 Isle', '10 River']);
    expect(await list('Shortpages', { shortPagesNamespaceExclusions: [0] })).toEqual(['50 Project:Plan']);
    expect(await list('Shortpages', { shortPagesNamespaceExclusions: [0, NS.PROJECT] })).toEqual([]);
    expect(await list('Fewestrevisions')).toEqual(['1 Hub', '1 Isle', '1 Project:Plan', '3 River']);
    expect(await list('Mostrevisions')).toEqual(['3 River', '1 Hub', '1 Isle', '1 Project:Plan']);
  });
  it('counts links, uses and members', async () => {
    expect(await list('Mostcategories')).toEqual(['2 Hub']);
    expect(await list('Mostinterwikis')).toEqual(['2 River']);
    expect(await list('Mostimages')).toEqual(['2 File:Mill.png']);
    expect(await list('Mostlinked')).toEqual(['2 Nowhere', '2 River']);
    expect(await list('Mostlinkedtemplates')).toEqual(['2 Template:Box', '1 Template:Unwritten']);
    expect(await list('Mostlinkedcategories')).toEqual(['2 Category:Water', '1 Category:Dry']);
  });
  it('lists wanted pages, without links from redirects and interface pages and links to user pages', async () => {
    expect(await list('Wantedpages')).toEqual(['2 Nowhere', '1 Elsewhere']);
    expect(await list('Wantedpages', { wantedPagesThreshold: 2 })).toEqual(['2 Nowhere']);
    expect(await list('Wantedtemplates')).toEqual(['1 Template:Unwritten']);
    expect(await list('Wantedcategories')).toEqual(['1 Category:Dry']);
    expect(await list('Wantedfiles')).toEqual(['1 File:Missing.png']);
  });
  it('lists duplicated files and media statistics', async () => {
    expect(await list('ListDuplicatedFiles')).toEqual(['2 File:Mill.png']);
    expect(await page('MediaStatistics').rows(envWith(), ALL)).toEqual([
      { namespace: -2, title: 'BITMAP;image/png;2;14', value: 1 },
      { namespace: -2, title: 'BITMAP;image/gif;1;3', value: 1 },
    ]);
  });
  it('counts categorized files as used if configured', async () => {
    await wiki.category('File:Spare.png', 'Water');
    expect(await list('Unusedimages', { countCategorizedImagesAsUsed: true })).toEqual(['20240102000002 File:Mill copy.png']);
    await wiki.db.deleteFrom('categorylinks').where('cl_from', '=', wiki.get('File:Spare.png').id).execute();
  });

  it.each(queryPages.map(({ name }) => name))('reads the same rows of %s one at a time as all at once', async name => {
    const all = await page(name).rows(envWith(), ALL);
    const single = [];
    for (let offset = 0; offset <= all.length; offset++) single.push(...(await page(name).rows(envWith(), { offset, limit: 1 })));
    expect(single).toEqual(all);
  });
  it('computes each report in one statement', async () => {
    // This report also reads its exceptions from a wiki page.
    for (const { name, rows } of queryPages.filter(each => each.name !== 'Uncategorizedcategories')) {
      const before = wiki.statements;
      await rows(envWith(), ALL);
      expect([name, wiki.statements - before]).toEqual([name, 1]);
    }
  });

  it('sorts cached rows by value, then by title in the same direction except in reports of wanted pages', async () => {
    const rows = [
      { title: 'B', value: 1 },
      { title: 'A', value: 1 },
      { title: 'Talk:A', value: 1 },
      { title: 'C', value: 7 },
    ];
    const kept = async (name: string) => {
      await wiki.queryCache(name, rows);
      return (await cachedRows(page(name), envWith(), { offset: 0, limit: 10 })).map(({ namespace, title }) =>
        wiki.titles.text({ namespace, dbkey: title }),
      );
    };
    expect(await kept('Fewestrevisions')).toEqual(['A', 'B', 'Talk:A', 'C']);
    expect(await kept('Mostrevisions')).toEqual(['C', 'Talk:A', 'B', 'A']);
    expect(await kept('Wantedpages')).toEqual(['C', 'A', 'B', 'Talk:A']);
    expect(await cachedRows(page('Wantedpages'), envWith(), { offset: 1, limit: 1 })).toEqual([{ namespace: 0, title: 'A', value: 1 }]);
    expect(await cachedSince(page('Wantedpages'), envWith())).toBe(wiki.now);
    expect(await cachedSince(page('Lonelypages'), envWith())).toBeUndefined();
  });
  it('lists disambiguation pages and the links to them', async () => {
    const meanings = { offset: 0, limit: 100 };
    const { id } = await wiki.page('Mercury', { text: 'A planet, or a metal.' });
    await wiki.prop('Mercury', 'disambiguation', '');
    const { id: from } = await wiki.page('Thermometer', { text: 'Has [[Mercury]].' });
    await wiki.link('Thermometer', 'Mercury');
    expect(await list('DisambiguationPages')).toEqual([`${id} Mercury`]);
    const link = { value: from, namespace: 0, title: 'Thermometer', to_namespace: 0, to_title: 'Mercury' };
    expect(await page('DisambiguationPageLinks').rows(envWith(), meanings)).toEqual([link]);
    const kept = { qcc_value: from, qcc_namespace: 0, qcc_title: 'Thermometer', qcc_namespacetwo: 0, qcc_titletwo: 'Mercury' };
    await wiki.db
      .insertInto('querycachetwo')
      .values({ qcc_type: 'DisambiguationPageLinks', ...kept })
      .execute();
    expect(await cachedRows(page('DisambiguationPageLinks'), envWith(), meanings)).toEqual([link]);
  });

  it('reads expensive reports from the cache and disables uncacheable reports in miser mode', () => {
    const [cheap, expensive] = [page('Shortpages'), page('Ancientpages')];
    expect(answerOf(expensive, envWith())).toBe('live');
    expect(answerOf(expensive, envWith({ miserMode: true }))).toBe('kept');
    expect(answerOf(cheap, envWith({ miserMode: true }))).toBe('live');
    expect(answerOf(cheap, envWith({ miserMode: true, disableQueryPages: true }))).toBe('kept');
    expect(answerOf({ ...expensive, cacheable: false }, envWith({ miserMode: true }))).toBe('disabled');
  });
});

async function fill(wiki: TestWiki): Promise<void> {
  await wiki.page('Hub', { text: 'x'.repeat(90), timestamp: '20240101000001' });
  await wiki.page('River', { text: 'x', timestamp: '20240101000001' });
  await wiki.page('Isle', { text: 'x'.repeat(50), timestamp: '20240101000002' });
  await wiki.page('Project:Plan', { text: 'x'.repeat(50), timestamp: '20240101000002' });
  await wiki.edit('River', { text: 'xx', timestamp: '20240101000002' });
  await wiki.edit('River', { text: 'x'.repeat(10), timestamp: '20240101000003' });
  await wiki.redirect('Brook', 'River', { fragment: 'Source' });
  await wiki.redirect('Stream', 'Brook');
  await wiki.redirect('Lost way', 'Nowhere');
  await wiki.page('MediaWiki:Note');
  await wiki.page('MediaWiki:Uncategorized-categories-exceptionlist', { text: '# a comment\n* Category:Root\n*water' });
  for (const name of ['Box', 'Spare', 'Kept']) await wiki.page(`Template:${name}`);
  for (const name of ['Water', 'Root', 'Empty', 'Expected']) await wiki.page(`Category:${name}`);

  for (const [from, to] of [
    ['Hub', 'River'],
    ['Hub', 'Nowhere'],
    ['River', 'Nowhere'],
    ['River', 'Elsewhere'],
    ['River', 'User:Gone'],
    ['Brook', 'River'],
    ['Lost way', 'Only by redirect'],
    ['MediaWiki:Note', 'Only by the interface'],
  ] as const)
    await wiki.link(from, to);
  for (const user of ['Hub', 'River']) await wiki.template(user, 'Box');
  await wiki.template('Hub', 'Unwritten');
  await wiki.category('Hub', 'Water');
  await wiki.category('Hub', 'Dry');
  await wiki.category('River', 'Water');
  await wiki.prop('Template:Kept', 'expectunusedtemplate', '');
  await wiki.prop('Category:Expected', 'expectunusedcategory', '');
  await wiki.langlink('Hub', 'de', 'Nabe');
  await wiki.langlink('River', 'de', 'Fluss');
  await wiki.langlink('River', 'fr', 'Rivière');
  await wiki.watch('Ada', 'River');

  await wiki.file('Mill.png', { data: 'a mill', size: 7 });
  await wiki.file('Mill copy.png', { data: 'a mill', size: 7, timestamp: '20240102000002' });
  await wiki.file('Spare.png', { data: 'spare', size: 3, mime: 'image/gif', timestamp: '20240102000003' });
  await wiki.redirect('File:Moved.png', 'File:Mill.png');
  for (const page of ['Hub', 'River']) await wiki.image(page, 'Mill.png');
  await wiki.image('Hub', 'Moved.png');
  await wiki.image('Hub', 'Missing.png');
}
