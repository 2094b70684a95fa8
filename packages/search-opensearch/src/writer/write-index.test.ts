import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../cluster/address.ts';
import type { SearchCluster } from '../cluster/cluster.ts';
import { connectCluster } from '../cluster/connect.ts';
import { dropIndices, hasOpenSearch, needsOpenSearch, newAddress, sharedNode } from '../opensearch.test-kit.ts';
import { StateStore } from './state.ts';
import { writeIndex } from './write-index.ts';

/** Word in a suppressed revision. */
const SECRET = 'xylographer';

interface Response {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: Readonly<Record<string, unknown>> }[] };
}

describe.runIf(hasOpenSearch)('the writer of an index', { meta: needsOpenSearch }, () => {
  let wiki: TestWiki;
  let cluster: SearchCluster;
  let prefix: string;

  beforeAll(async () => {
    const address = readAddress(newAddress(await sharedNode()));
    prefix = address.prefix;
    cluster = await connectCluster(address);
    wiki = await openWiki('sqlite');
    await wiki.page('Lighthouse', {
      text: "A '''lighthouse''' is a tower.\n\n== Keepers ==\nKeepers [[Lamp|light]] lamps. {{Box|height=forty}}\n[[Category:Old towers]]",
    });
    await wiki.page('Lamp', { text: 'Oil burns.' });
    await wiki.page('Help:Lamp', { text: 'How to light a lamp.' });
    await wiki.redirect('Beacon of light', 'Lighthouse');
    await wiki.redirect('Lighthouses', 'Lighthouse');
    await wiki.redirect('How to light', 'Help:Lamp');
    await wiki.category('Lighthouse', 'Old towers');
    await wiki.template('Lighthouse', 'Template:Box');
    for (const from of ['Lighthouse', 'Help:Lamp']) await wiki.link(from, 'Lamp');
    await wiki.link('Lamp', 'Beacon of light');
    const hidden = await wiki.page('Diary', { text: `The ${SECRET} hides.` });
    await wiki.hideRevision(hidden.latest, 1);
    await write();
  });
  afterAll(async () => {
    await dropIndices(cluster, prefix);
    await cluster?.[Symbol.asyncDispose]();
    await wiki?.close();
  });

  const write = (full = false): Promise<void> => writeIndex(cluster, { db: wiki.db, site: wiki.site, prefix, full });
  const search = async (index: string, query: object) => {
    const { hits } = await cluster.request<Response>({ method: 'POST', path: `/${prefix}${index}/_search`, body: { query, size: 100 } });
    return hits.hits.map(({ _source }) => _source);
  };
  const titles = async (index: string, query: object) => (await search(index, query)).map(source => source.title);

  it('writes the fields of pages, and the links to them and to their redirects', async () => {
    const [page] = await search('_content', { term: { 'title.keyword': 'Lighthouse' } });
    expect(page).toMatchObject({
      namespace: 0,
      wiki: wiki.site.wikiId,
      category: ['Old towers'],
      template: ['Template:Box'],
      outgoing_link: ['Lamp'],
      redirect: [
        { namespace: 0, title: 'Beacon of light' },
        { namespace: 0, title: 'Lighthouses' },
      ],
      incoming_links: 1,
      heading: ['Keepers'],
      opening_text: 'A lighthouse is a tower.',
      source_text: expect.stringContaining('{{Box|height=forty}}'),
      content_model: 'wikitext',
    });
    expect(await search('_content', { term: { 'title.keyword': 'Lamp' } })).toMatchObject([{ incoming_links: 2 }]);
  });

  it('divides pages into content, other pages and files, with one alias for all', async () => {
    expect(await titles('_content', { match: { 'all.plain': 'lamp' } })).toEqual(['Lamp']);
    expect(await titles('_general', { match: { 'all.plain': 'lamp' } })).toEqual(['Lamp']);
    expect((await titles('', { match: { all: 'lamp' } })).length).toBe(3);
    expect(await titles('_file', { match_all: {} })).toEqual([]);
  });

  it('reduces words to the stems of the language, and folds names', async () => {
    expect(await titles('', { match: { text: 'keeper' } })).toEqual(['Lighthouse']);
    expect(await titles('', { match: { 'text.plain': 'keeper' } })).toEqual([]);
    expect(await titles('', { match: { 'title.prefix': 'LIGHT' } })).toEqual(['Lighthouse']);
    expect(await titles('', { match: { all_near_match: 'beacon-of_light' } })).toEqual(['Lighthouse']);
    expect(await titles('', { match: { 'category.lowercase_keyword': 'old towers' } })).toEqual(['Lighthouse']);
  });

  it('writes completions of titles and redirects', async () => {
    const suggest = async (text: string) => {
      const completion = { prefix: text, completion: { field: 'suggest', size: 10 } };
      const body = { suggest: { completion } };
      const path = `/${prefix}_titlesuggest/_search`;
      const response = await cluster.request<{ suggest: { completion: [{ options: { _id: string; text: string }[] }] } }>({
        method: 'POST',
        path,
        body,
      });
      return response.suggest.completion[0].options.map(({ _id, text }) => `${text} ${_id.slice(-1)}`);
    };
    expect(await suggest('light')).toEqual(['Lighthouse t']);
    expect(await suggest('Beac')).toEqual(['Beacon of light r']);
    expect(await suggest('how')).toEqual(['How to light t']);
  });

  it('never writes revision-deleted texts', async () => {
    expect(await search('', { query_string: { query: SECRET, fields: ['all', 'text', 'source_text.plain'] } })).toEqual([]);
    expect(await search('', { term: { 'title.keyword': 'Diary' } })).toMatchObject([{ text: '', source_text: '', version: 0 }]);
  });

  it('replaces an index when another is complete, and keeps its state', async () => {
    const state = new StateStore(cluster, prefix);
    const before = (await state.read())?.current?.build;
    await wiki.page('Buoy', { text: 'It floats.' });
    await write(true);
    expect((await state.read())?.current?.build).not.toBe(before);
    expect((await state.read())?.building).toBeUndefined();
    expect(await titles('_content', { match: { text: 'floats' } })).toEqual(['Buoy']);
    const names = await cluster.request<object>({ method: 'GET', path: `/${prefix}_content_*` });
    expect(Object.keys(names).length).toBe(1);
  });

  it('builds an index in several processes, and resumes an interrupted build', async () => {
    const stopped = new AbortController();
    const interrupted = writeIndex(cluster, {
      db: wiki.db,
      site: wiki.site,
      prefix,
      full: true,
      signal: stopped.signal,
      progress: { begin: () => stopped.abort(new Error('stopped')), update() {}, end() {} },
    });
    await expect(interrupted).rejects.toThrow('stopped');
    const { building } = (await new StateStore(cluster, prefix).read()) ?? {};
    await Promise.all([write(true), write(true), write(true)]);
    const state = await new StateStore(cluster, prefix).read();
    expect(state?.current?.build).toBe(building?.build);
    expect((await titles('', { match_all: {} })).length).toBe(5);
  });

  it('updates the pages that changed, and the links to other pages', async () => {
    const build = (await new StateStore(cluster, prefix).read())?.current?.build;
    const links = async (title: string) => (await search('', { term: { 'title.keyword': title } }))[0]?.incoming_links;
    const pageRow = (title: string) =>
      wiki.db
        .selectFrom('page')
        .select(['page_id', 'page_latest'])
        .where('page_title', '=', title)
        .where('page_namespace', 'in', [0, 12])
        .orderBy('page_namespace')
        .executeTakeFirstOrThrow();
    const quay = await wiki.page('Quay', { text: 'Ships moor here, says zanzibar.' });
    await wiki.link('Quay', 'Lamp');
    await write();
    expect(await titles('_content', { match: { text: 'ships' } })).toEqual(['Quay']);
    expect(await links('Lamp')).toBe(3);

    await wiki.edit('Quay', { text: 'Boats moor here.' });
    await wiki.db.deleteFrom('pagelinks').where('pl_from', '=', quay.id).execute();
    await wiki.redirect('Wharf', 'Quay');
    await wiki.move('Buoy', 'Help:Float');
    await wiki.log('move', 'move', { title: 'Buoy', page: (await pageRow('Float')).page_id });
    await write();
    expect(await titles('_content', { match: { text: 'ships' } })).toEqual([]);
    expect(await titles('_content', { match: { 'redirect.title': 'wharf' } })).toEqual(['Quay']);
    expect(await titles('_content', { match: { text: 'floats' } })).toEqual([]);
    expect(await titles('_general', { match: { text: 'floats' } })).toEqual(['Float']);
    expect(await links('Lamp')).toBe(2);

    await wiki.hideRevision((await pageRow('Quay')).page_latest, 1);
    await wiki.log('suppress', 'revision', { title: 'Quay', page: quay.id });
    const lamp = await pageRow('Lamp');
    await wiki.deletePage('Lamp');
    await wiki.log('delete', 'delete', { title: 'Lamp', page: lamp.page_id });
    const wharf = await pageRow('Wharf');
    await wiki.deletePage('Wharf');
    await wiki.log('delete', 'delete', { title: 'Wharf', page: wharf.page_id });
    await write();
    expect(await titles('', { query_string: { query: 'boats moor', fields: ['all', 'source_text.plain'] } })).toEqual([]);
    expect(await titles('_content', { term: { 'title.keyword': 'Lamp' } })).toEqual([]);
    expect(await titles('_content', { match: { 'redirect.title': 'wharf' } })).toEqual([]);
    const completions = await search('_titlesuggest', { match_all: {} });
    expect(JSON.stringify(completions)).not.toMatch(/\["Lamp"|Wharf/);
    expect((await new StateStore(cluster, prefix).read())?.current?.build).toBe(build);
  });

  it('rejects an index that another program has written', async () => {
    const foreign = `${prefix}_foreign`;
    await cluster.request({ method: 'PUT', path: `/${foreign}_content_1`, body: { aliases: { [`${foreign}_content`]: {} } } });
    await expect(writeIndex(cluster, { db: wiki.db, site: wiki.site, prefix: foreign })).rejects.toThrow(/^Another program has written/);
  });
});
