import type { Env } from '@wikiquery/core';
import { engines, inheritedNames, openWiki, reader, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseSearch, type Hit, pagesOfHits, type SearchBackend, type SearchRequest } from './index.ts';

const clientClosed = new Error('The client disconnected.');

describe.each(engines)('full-text search on %s', engine => {
  let wiki: TestWiki;
  let backend: SearchBackend;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.page('Old harbour', { text: 'A lantern hums at the pier.' });
    await wiki.page('New harbour', { text: 'Two lanterns\n\nand a boat.' });
    await wiki.page('Lantern', { text: "The keeper's boat, see example.com. Élan." });
    await wiki.page('Help:Harbour', { text: 'A boat with a lantern.' });
    const secret = await wiki.page('Diary', { text: 'A treasure under the pier' });
    await wiki.hideRevision(secret.latest, 1);
    for (const title of ['Pier', 'Pier 1', 'Pier/Plan', 'Talk:Pier', 'Help:Pier']) await wiki.page(title, { text: 'x' });
    backend = databaseSearch(wiki);
  });
  afterAll(() => wiki.close());

  const request = { ip: '127.0.0.1', signal: AbortSignal.abort(clientClosed) };
  const env = (...rights: string[]) =>
    ({ db: wiki.db, site: wiki.site, titles: wiki.titles, actor: reader(rights), request }) as unknown as Env;
  const search = (text: string, request: Partial<SearchRequest> = {}, ...rights: string[]) =>
    backend.search(env(...rights), {
      what: 'text',
      text,
      namespaces: [0],
      limit: 10,
      offset: 0,
      sort: 'relevance',
      total: true,
      snippets: new Set(),
      rewrite: false,
      interwiki: false,
      ...request,
    });
  const found = async (...asked: Parameters<typeof search>) =>
    ((await search(...asked))?.hits ?? []).map(hit => wiki.titles.text(hit)).sort();

  it('searches titles or texts', async () => {
    expect(await found('harbour', { what: 'title' })).toEqual(['New harbour', 'Old harbour']);
    expect(await found('boat')).toEqual(['Lantern', 'New harbour']);
    expect(await found('boat pier')).toEqual([]);
  });

  it('searches the namespaces that a prefix of the query selects', async () => {
    expect(await found('boat', { namespaces: [0, 12] })).toEqual(['Help:Harbour', 'Lantern', 'New harbour']);
    expect(await found('help:boat')).toEqual(['Help:Harbour']);
    expect(await found('all:boat')).toEqual(['Help:Harbour', 'Lantern', 'New harbour']);
    expect(await found('boat', { namespaces: [] })).toEqual(['Lantern', 'New harbour']);
  });

  it('finds accented words and host names', async () => {
    expect(await found('élan')).toEqual(['Lantern']);
    expect(await found('example.com')).toEqual(['Lantern']);
    expect(await found('nowhere')).toEqual([]);
  });

  it('divides hits into pages and counts them', async () => {
    const first = await search('harbour', { what: 'title', limit: 1 });
    expect(first).toMatchObject({ more: true, total: 2 });
    const second = await search('harbour', { what: 'title', limit: 1, offset: 1 });
    // On PostgreSQL, MediaWiki's total is the number of rows read.
    expect(second).toMatchObject({ more: false, total: engine === 'postgres' ? 1 : 2 });
    expect(new Set([first, second].map(results => results?.hits[0]?.dbkey))).toEqual(new Set(['New_harbour', 'Old_harbour']));
    expect((await search('harbour', { what: 'title', offset: 7 }))?.total).toBe(engine === 'postgres' ? 0 : 2);
    expect((await search('harbour', { what: 'title', total: false }))?.total).toBeUndefined();
  });

  it('finds suppressed text only for users who can see it', async () => {
    expect(await found('treasure')).toEqual([]);
    expect((await search('treasure'))?.total).toBe(0);
    expect(await found('treasure', {}, 'deletedtext')).toEqual(['Diary']);
    expect(await found('diary', { what: 'title' })).toEqual(['Diary']);
  });

  it('creates snippets of matching lines', async () => {
    const results = await search('lantern');
    expect(await results?.highlight?.('A <b>Lantern</b> hums\nnothing\nof lantern')).toBe(
      'A &lt;b&gt;<span class="searchmatch">Lantern</span>&lt;/b&gt; hums\nof <span class="searchmatch">lantern</span>\n',
    );
  });

  it('creates snippets of long texts in an isolated process and stops if the client disconnects', async () => {
    const { highlight } = (await search('lantern')) ?? {};
    expect(highlight?.('no such thing')).toBe('');
    await expect(highlight?.(`${'dark '.repeat(60_000)}lantern`)).rejects.toBe(clientClosed);
  });

  it.each(inheritedNames)('finds nothing for %s, like for any unknown word', async name => {
    for (const text of [name, `lantern ${name}`, `-${name} lantern`, `intitle:${name}`])
      expect((await found(text)).length).toBe((await found(text.replace(name, 'nosuchword'))).length);
  });

  it('looks up the pages of hits without one', async () => {
    const [hit] = await pagesOfHits<Hit>(wiki, [{ namespace: 0, dbkey: 'Lantern', page: undefined }]);
    expect(hit?.page?.id).toBeGreaterThan(0);
    const own = { id: 7, latest: 8 };
    const hits: readonly Hit[] = [
      { namespace: 0, dbkey: 'Pier', page: own },
      { namespace: 0, dbkey: 'Lantern' },
    ];
    expect((await pagesOfHits(wiki, hits)).map(({ page }) => page?.id)).toEqual([7, hit?.page?.id]);
  });

  it('rejects queries of several thousand characters', async () => {
    await expect(search('harbour '.repeat(25_000))).rejects.toMatchObject({ code: 'searchsyntax' });
  });

  it('completes titles of several namespaces in byte order', async () => {
    const complete = async (text: string, namespaces: number[], limit = 10, offset = 0) =>
      (await backend.complete(env(), { text, namespaces, limit, offset })).map(hit => wiki.titles.text(hit));
    expect(await complete('pier', [0])).toEqual(['Pier', 'Pier/Plan', 'Pier 1']);
    expect(await complete('[[Pier', [0, 1, 12])).toEqual(['Pier', 'Talk:Pier', 'Help:Pier', 'Pier/Plan', 'Pier 1']);
    expect(await complete('pier', [1, 0, 12], 2, 1)).toEqual(['Talk:Pier', 'Help:Pier', 'Pier/Plan']);
    expect(await complete('', [1])).toEqual(['Talk:Pier']);
    expect(await complete('pier', [-1])).toEqual([]);
    expect(await complete('Pi%', [0])).toEqual([]);
  });
});

it.each(engines)('completes titles but does not search if %s has no full-text index', async engine => {
  const wiki = await openWiki(engine);
  try {
    await wiki.page('Pier');
    const { sql } = await import('kysely');
    await sql.raw(engine === 'postgres' ? 'alter table page drop column titlevector' : 'drop table searchindex').execute(wiki.db);
    if (engine === 'postgres') await sql.raw('alter table text drop column textvector').execute(wiki.db);
    const backend = databaseSearch(wiki);
    const env = { db: wiki.db, site: wiki.site, titles: wiki.titles, actor: reader() } as unknown as Env;
    const request = { namespaces: [0], limit: 10, offset: 0, text: 'pier' };
    const options = { sort: 'relevance', total: true, snippets: new Set<never>(), rewrite: false, interwiki: false };
    expect(await backend.search(env, { ...request, ...options, what: 'title' })).toBeUndefined();
    expect(await backend.complete(env, request)).toMatchObject([{ dbkey: 'Pier' }]);
  } finally {
    await wiki.close();
  }
});
