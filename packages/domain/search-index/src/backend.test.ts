import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env, Message } from '@wikiquery/core';
import { DatabaseBusyError, type EngineName, QueryDeadlineError, withWriterLock } from '@wikiquery/database';
import { databaseSearch, type SearchBackend, type SearchRequest, type SearchResults } from '@wikiquery/search';
import { engines, openWiki, quickEngines, reader, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIndex, indexSearch } from './index.ts';
import { connectionsTo, databaseBeside, dropDatabase, isInDatabase } from './server/server-index.test-kit.ts';

/** Word in the suppressed revision. */
const SECRET = 'xylographer';

/** Engine of the wiki, and storage of its index. The embedded PostgreSQL has only one session, so an update would wait for itself. */
const KINDS = engines.flatMap(
  engine =>
    (engine === 'sqlite' || !quickEngines.includes(engine)
      ? [[engine, 'a file']]
      : [
          [engine, 'a file'],
          [engine, 'a database'],
        ]) as [EngineName, string][],
);

describe.each(KINDS)('search index of a wiki on %s in %s', (engine, kind) => {
  let wiki: TestWiki;
  let backend: SearchBackend;
  let folder: string;
  let location: string;
  const warnings: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-search-'));
    wiki = await openWiki(engine);
    location = kind === 'a file' ? join(folder, 'wiki.search-index') : databaseBeside(wiki.url);
    await wiki.page('Lighthouse', {
      text: "A '''lighthouse''' is a tower with a lamp.\n\n== Keepers ==\nKeepers [[lamp|light]] the lamps each evening. {{Box|height=forty}}\n\n[[Category:Towers]]",
      timestamp: '20240103000000',
    });
    await wiki.page('Harbour', {
      text: 'The lighthouse stands at the pier. <!-- hush --> See [https://example.org the map].',
      timestamp: '20240101000000',
    });
    await wiki.page('Lamp', { text: 'Oil burns.\n== History of oil ==\nWhales, and "running water".', timestamp: '20240102000000' });
    await wiki.redirect('Beacon of light', 'Lighthouse');
    await wiki.page('Élan vital', { text: 'Bergson.' });
    await wiki.page('東京都', { text: '東京都は日本の首都です。' });
    await wiki.page('Help:Lamp', { text: 'How to light a lamp.' });
    await wiki.category('Lighthouse', 'Towers');
    await wiki.template('Lighthouse', 'Template:Box');
    for (const from of ['Harbour', 'Lighthouse']) await wiki.link(from, 'Lamp');
    const hidden = await wiki.page('Diary', { text: `The ${SECRET} hides.` });
    await wiki.hideRevision(hidden.latest, 1);
    await buildIndex(wiki.db, { location, site: wiki.site });
    await reopen();
  });
  afterAll(async () => {
    if (kind === 'a database') await dropDatabase(location);
    await wiki.close();
    await rm(folder, { recursive: true });
  });

  async function reopen(): Promise<void> {
    await backend?.[Symbol.asyncDispose]?.();
    backend = indexSearch({ location, site: wiki.site, fallback: databaseSearch(wiki) });
  }
  const env = () =>
    ({
      db: wiki.db,
      site: wiki.site,
      titles: wiki.titles,
      actor: reader(),
      request: { ip: '127.0.0.1', signal: new AbortController().signal },
      warn: ({ code }: Message) => warnings.push(code),
    }) as unknown as Env;
  const search = async (text: string, request: Partial<SearchRequest> = {}): Promise<SearchResults> => {
    const usual = {
      namespaces: [0],
      limit: 10,
      offset: 0,
      sort: 'relevance',
      total: true,
      snippets: new Set<never>(),
      rewrite: false,
      interwiki: false,
    };
    return (await backend.search(env(), { what: 'text', text, ...usual, ...request })) as SearchResults;
  };
  const titles = async (...asked: Parameters<typeof search>) => (await search(...asked)).hits.map(hit => wiki.titles.text(hit));
  const isWritten = async (word: string) => (kind === 'a file' ? (await readFile(location)).includes(word) : isInDatabase(location, word));
  const complete = async (text: string, namespaces = [0]) =>
    (await backend.complete(env(), { text, namespaces, limit: 5, offset: 0 })).map(hit => wiki.titles.text(hit));

  it('finds titles and redirects first, then texts', async () => {
    expect(await titles('lighthouse')).toEqual(['Lighthouse', 'Harbour']);
    expect(await titles('beacon of light')).toEqual(['Lighthouse']);
    expect(await titles('lamp')).toEqual(['Lamp', 'Lighthouse']);
    expect(await titles('height forty')).toEqual([]);
    expect(await titles('forty')).toEqual(['Lighthouse']);
    expect(await titles('hush')).toEqual([]);
    expect(await backend.search(env(), { what: 'title' } as SearchRequest)).toBeUndefined();
  });

  it('supports stems, phrases, wildcards, OR and exclusions', async () => {
    expect(await titles('keeper lighting')).toEqual(['Lighthouse']);
    expect(await titles('"running water"')).toEqual(['Lamp']);
    expect(await titles('"water running"')).toEqual([]);
    expect(await titles('whal*')).toEqual(['Lamp']);
    expect((await titles('bergson OR whales')).sort()).toEqual(['Lamp', 'Élan vital']);
    expect(await titles('lighthouse -pier')).toEqual(['Lighthouse']);
    expect(await titles('elan')).toEqual(['Élan vital']);
  });

  it('supports search keywords', async () => {
    expect(await titles('intitle:lamp')).toEqual(['Lamp']);
    expect(await titles('-intitle:lamp lamp')).toEqual(['Lighthouse']);
    expect(await titles('incategory:towers')).toEqual(['Lighthouse']);
    expect(await titles('incategory:"Towers|Nowhere" keepers')).toEqual(['Lighthouse']);
    expect(await titles('lighthouse -incategory:Towers')).toEqual(['Harbour']);
    expect(await titles('hastemplate:box')).toEqual(['Lighthouse']);
    expect(await titles('insource:hush')).toEqual(['Harbour']);
    expect(await titles('insource:"<!-- hush"')).toEqual(['Harbour']);
    expect(await titles('insource:"<!--hush"')).toEqual([]);
    expect(await titles('prefix:Help:La')).toEqual(['Help:Lamp']);
    expect(await titles('oil prefix:la')).toEqual(['Lamp']);
    for (const odd of [
      '',
      ' ',
      '"',
      '-',
      '*',
      'intitle:',
      '-lamp',
      'AND',
      '(',
      'a:b:"c',
      '"a" OR',
      'hastemplate:<',
      'insource://',
      'linksto:',
    ])
      await search(odd);
  });

  it('finds regular expressions in wikitext and in titles', async () => {
    expect((await titles('insource:/la[mn]p/')).sort()).toEqual(['Lighthouse']);
    expect((await titles('insource:/<!-- *(hush|hash)/')).sort()).toEqual(['Harbour']);
    expect(await titles('insource:/OIL BURNS/')).toEqual([]);
    expect(await titles('insource:/OIL BURNS/i')).toEqual(['Lamp']);
    expect(await titles('lighthouse -insource:/pier/')).toEqual(['Lighthouse']);
    expect((await titles('intitle:/^L/')).sort()).toEqual(['Lamp', 'Lighthouse']);
    expect(await titles('intitle:/of [kl]ight$/')).toEqual(['Lighthouse']);
    expect(await titles('insource:/a\\/b/')).toEqual([]);
    expect(await search('insource:/[Ll]amp/', { limit: 1 })).toMatchObject({ total: 1, more: false });
    expect(await titles(`insource:/${SECRET}/`)).toEqual([]);
    expect(warnings).toEqual([]);
    await expect(search('insource:/(lamp/')).rejects.toMatchObject({ code: 'cirrussearch-regex-syntax-error' });
  });

  it('finds pages that link to a title', async () => {
    expect((await titles('linksto:Lamp')).sort()).toEqual(['Harbour', 'Lighthouse']);
    expect(await titles('linksto:lamp pier')).toEqual(['Harbour']);
    expect(await titles('-linksto:Lamp lamp')).toEqual(['Lamp']);
    expect(await titles('linksto:"Nowhere at all"')).toEqual([]);
    expect(await titles('linksto:<')).toEqual([]);
    expect(await search('linksto:Lamp', { sort: 'last_edit_asc', limit: 1 })).toMatchObject({ total: 2, hits: [{ dbkey: 'Harbour' }] });
    expect(await titles('linksto:Lamp insource:/pie[rt]/')).toEqual(['Harbour']);
  });

  it('finds pages that share significant words with other pages', async () => {
    const towers = 'A granite spire with a keystone. The granite spire leans on its keystone, and the mason carves a spire.';
    for (const [at, title] of ['Old tower', 'New tower', 'Stone tower'].entries())
      await wiki.page(title, { text: `${towers} ${'It stands. '.repeat(at)}` });
    await wiki.page('Bread', { text: 'Bread is baked of flour and water. Flour makes bread.' });
    await wiki.redirect('Leaning tower', 'Old tower');
    await buildIndex(wiki.db, { location, site: wiki.site });
    await reopen();
    expect((await titles('morelike:Old tower')).slice(0, 2).sort()).toEqual(['New tower', 'Stone tower']);
    expect(await titles('morelike:Old tower')).not.toContain('Bread');
    expect((await titles('morelike:Leaning tower|Nowhere|New tower'))[0]).toBe('Stone tower');
    expect(await titles('help:morelike:Old tower')).not.toContain('New tower');
    expect(warnings).toEqual([]);
    expect(await search('morelike:Nowhere|<')).toMatchObject({ hits: [], total: 0 });
    expect(warnings.splice(0)).toEqual(['cirrussearch-mlt-feature-no-valid-titles']);
    for (const title of ['Old tower', 'New tower', 'Stone tower', 'Bread', 'Leaning tower']) {
      await wiki.log('delete', 'delete', { title });
      await wiki.deletePage(title);
    }
    await buildIndex(wiki.db, { location, site: wiki.site });
    await reopen();
  });

  it('searches the requested namespaces, the namespace of a prefix, or all namespaces', async () => {
    expect(await titles('lamp', { namespaces: [12] })).toEqual(['Help:Lamp']);
    expect(await titles('help:lamp')).toEqual(['Help:Lamp']);
    expect((await titles('all:lamp')).sort()).toEqual(['Help:Lamp', 'Lamp', 'Lighthouse']);
  });

  it('sorts and counts hits and divides them into pages', async () => {
    expect(await titles('lighthouse', { sort: 'last_edit_asc' })).toEqual(['Harbour', 'Lighthouse']);
    expect(await titles('the', { sort: 'title_natural_desc' })).toEqual(['Lighthouse', 'Harbour']);
    expect(await search('lighthouse', { limit: 1 })).toMatchObject({ total: 2, more: true });
    expect(await search('lighthouse', { limit: 1, offset: 1 })).toMatchObject({ total: 2, more: false, hits: [{ dbkey: 'Harbour' }] });
  });

  it('highlights words in titles, headings, redirects and texts', async () => {
    const { hits, highlight } = await search('lamps', { snippets: new Set(['title', 'heading', 'redirect']) });
    expect(hits[0]).toMatchObject({ titleSnippet: '<span class="searchmatch">Lamp</span>' });
    expect(await highlight?.("''See'' <b>the</b> [[Lamp|lamp]] & {{x|y}} it.")).toBe(
      'See the <span class="searchmatch">lamp</span> &amp; it.',
    );
    expect((await search('history', { snippets: new Set(['heading']) })).hits[0]?.section).toEqual({
      title: 'History of oil',
      snippet: '<span class="searchmatch">History</span> of oil',
    });
    expect((await search('beacon', { snippets: new Set(['redirect']) })).hits[0]?.redirect).toEqual({
      title: { namespace: 0, dbkey: 'Beacon_of_light' },
      snippet: '<span class="searchmatch">Beacon</span> of light',
    });
    expect(await highlight?.(`${'word '.repeat(200)}lamp${' word'.repeat(200)}`)).toMatch(
      /^word .* <span class="searchmatch">lamp<\/span> .*word$/,
    );
  });

  it('suggests a correction and searches for it if rewriting is enabled', async () => {
    const { hits, suggestion } = await search('lighthuose <b>');
    expect(hits).toEqual([]);
    expect(suggestion).toEqual({ query: 'lighthouse <b>', snippet: '<em>lighthouse</em> &lt;b&gt;' });
    const { rewritten, hits: found } = await search('lighthuose', { rewrite: true });
    expect(rewritten?.query).toBe('Lighthouse');
    expect(found[0]?.dbkey).toBe('Lighthouse');
  });

  it('finds parts of text in scripts without spaces', async () => {
    expect(await titles('京都')).toEqual(['東京都']);
    expect(await titles('首')).toEqual(['東京都']);
    expect(await titles('首都は')).toEqual([]);
    expect(await (await search('首都')).highlight?.('日本の首都です')).toBe('日本の<span class="searchmatch">首都</span>です');
    expect(await complete('東')).toEqual(['東京都']);
  });

  it('completes titles regardless of case, accents and one typing error', async () => {
    expect(await complete('la')).toEqual(['Lamp']);
    expect(await complete('ELAN')).toEqual(['Élan vital']);
    expect(await complete('beacon')).toEqual(['Beacon of light']);
    expect(await complete('li')).toEqual(['Lighthouse']);
    expect(await complete('lighthuose')).toEqual(['Lighthouse']);
    expect(await complete('haarbou')).toEqual(['Harbour']);
    expect(await complete('lmp', [12])).toEqual(['Help:Lamp']);
    expect(await complete('!')).toEqual([]);
  });

  it('neither stores nor finds suppressed and deleted texts', async () => {
    expect(await isWritten(SECRET)).toBe(false);
    expect(await titles(SECRET)).toEqual([]);
    expect(await titles('diary')).toEqual(['Diary']);
    const page = await wiki.page('Letter', { text: 'Quixotic words, and zanzibar.' });
    const gone = await wiki.page('Note', { text: 'Quixotic, too.' });
    await buildIndex(wiki.db, { location, site: wiki.site });
    await reopen();
    expect((await titles('quixotic')).sort()).toEqual(['Letter', 'Note']);
    // The following changes are made after indexing.
    await wiki.hideRevision(page.latest, 1);
    await wiki.deletePage('Note');
    expect(await search('quixotic')).toMatchObject({ hits: [], total: 0 });
    expect(await titles('letter')).toEqual(['Letter']);
    expect(await search('letter -zanzibar')).toMatchObject({ total: 0 });
    expect(await search('letter -unheard')).toMatchObject({ total: 0 });
    await wiki.log('suppress', 'revision', { title: 'Letter' });
    await wiki.log('delete', 'delete', { title: 'Note', page: gone.id });
    await buildIndex(wiki.db, { location, site: wiki.site });
    expect(await isWritten('zanzibar')).toBe(false);
    expect(await isWritten('quixot')).toBe(false);
  });

  it('finds edited and moved pages after an update', async () => {
    await wiki.edit('Lamp', { text: 'Gas burns brightly.' });
    await wiki.move('Harbour', 'Haven');
    await buildIndex(wiki.db, { location, site: wiki.site });
    await reopen();
    expect(await titles('whales')).toEqual([]);
    expect(await titles('gas')).toEqual(['Lamp']);
    expect(await titles('harbour')).toEqual(['Haven']);
    expect(await complete('hav')).toEqual(['Haven']);
  });

  it.runIf(kind === 'a database')('cancels statements at the deadline of the request', async () => {
    const db = wiki.database.forRequest({ deadline: performance.now() - 1 });
    const request = { what: 'text', text: 'gas', namespaces: [0], limit: 1, offset: 0, sort: 'relevance', snippets: new Set() };
    await expect(backend.search({ ...env(), db }, request as unknown as SearchRequest)).rejects.toBeInstanceOf(QueryDeadlineError);
  });

  it('rejects a second concurrent writer', { timeout: 60_000 }, async () => {
    const address = kind === 'a file' ? `sqlite:${location}` : location;
    const building = () => buildIndex(wiki.db, { location, site: wiki.site });
    await withWriterLock(address, {}, () => expect(building()).rejects.toBeInstanceOf(DatabaseBusyError));
    await building();
  });

  it('uses the fallback backend if the index is missing', async () => {
    const other = indexSearch({
      location: kind === 'a file' ? `${location}.gone` : `${location}_gone`,
      site: wiki.site,
      fallback: databaseSearch(wiki),
    });
    expect((await other.complete(env(), { text: 'Lam', namespaces: [0], limit: 5, offset: 0 })).length).toBe(1);
    await other[Symbol.asyncDispose]?.();
  });

  it('the backend closes its connections when disposed', async () => {
    await search('lighthouse');
    await backend[Symbol.asyncDispose]?.();
    expect(kind === 'a database' ? await connectionsTo(location) : 0).toBe(0);
  });
});
