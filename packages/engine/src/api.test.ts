import help from '@wikiquery/action-help';
import paraminfo from '@wikiquery/action-paraminfo';
import { ApiError, f, message, Pages, p, Records, Rows } from '@wikiquery/core';
import { defineModule } from '@wikiquery/core/host';
import jsonfm from '@wikiquery/format-jsonfm';
import none from '@wikiquery/format-none';
import { apiOf, openWiki, type Reader, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A list of numbers that uses all features of list modules, but no database. */
const numbers = defineModule({
  group: 'list',
  name: 'numbers',
  prefix: 'nu',
  summary: 'Counts.',
  cache: 'public',
  generator: true,
  params: {
    limit: p.limit(),
    continue: p.continue(),
    size: p.int({ min: 1 }).default(1),
    kind: p.enum(['even', 'odd']).multi().deprecatedValues('odd'),
  },
  returns: f.record({ n: f.int(), even: f.boolean(), text: f.string().content() }),
  async execute({ params, ...q }) {
    const from = Number(params.continue ?? 0);
    const last = Math.min(from + params.limit, 1000);
    if (q.asGenerator) throw new ApiError(message('nopages', 'Numbers are no pages.'));
    const entries = function* () {
      for (let n = from; n < last; n++) yield { record: { n, even: n % 2 === 0, text: 'x'.repeat(params.size) }, cursor: String(n) };
    };
    return new Records(entries(), last < 1000 ? String(last) : undefined);
  },
});

/** A prop module that returns one word per page. */
const words = defineModule({
  group: 'prop',
  name: 'words',
  prefix: 'wo',
  summary: 'First words.',
  cache: 'anon-public',
  params: { limit: p.limit(), continue: p.continue(), times: p.int().default(1) },
  returns: f.record({ word: f.string() }),
  async execute({ pages, params: { limit, times } }) {
    const rows = new Rows([...pages.found.values()], limit, page => page.id);
    return rows.recordsOf(
      page => page.id,
      page => ({ word: page.dbkey.repeat(times) }),
    );
  },
});

/** A list whose records are added to the top level of the response. */
const aside = defineModule({
  group: 'list',
  name: 'aside',
  prefix: 'as',
  summary: 'Stands aside.',
  quirks: { besideQuery: true },
  params: {},
  returns: f.record({}),
  async execute() {
    return new Records([{ record: {} }]);
  },
});

/** A prop module that, as a generator, returns the pages of its page set. */
const same = defineModule({
  group: 'prop',
  name: 'same',
  prefix: 'sa',
  summary: 'The same pages.',
  generator: true,
  params: { note: p.string().required() },
  returns: f.record({}),
  async execute({ pages, asGenerator }) {
    return asGenerator ? new Pages([...pages.found.values()].map(row => ({ row }))) : new Records([]);
  },
});

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  for (const title of ['Apple', 'Banana', 'Talk:Apple']) await wiki.page(title);
  await wiki.redirect('Bananas', 'Banana');
  await wiki.redirect('Pointer', 'Banana#Skin');
  await wiki.redirect('Lost', 'Cherry');
  await wiki.redirect('News', 'Special:RecentChanges');
});
afterAll(() => wiki.close());

interface How {
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly headers?: Record<string, string>;
  readonly as?: Reader | undefined;
}
async function send(query: string, { method = 'GET', headers = {}, as }: How = {}) {
  const api = apiOf(wiki, [aside, numbers, words, same, help, paraminfo, jsonfm, none], { as });
  return api({ method, query, headers, ip: '127.0.0.1', signal: new AbortController().signal });
}
const ask = async (query: string, how?: How) => JSON.parse((await send(`action=query&format=json&formatversion=2&${query}`, how)).body);
const askOld = async (query: string) => JSON.parse((await send(`action=query&format=json&${query}`)).body);

describe('a list', () => {
  it('appears under its name, with a continue value', async () => {
    expect(await ask('list=numbers&nulimit=1')).toEqual({
      batchcomplete: true,
      continue: { nucontinue: '1', continue: '-||' },
      query: { numbers: [{ n: 0, even: true, text: 'x' }] },
    });
  });
  it('has empty strings for true flags, and the key * for content, in formatversion 1', async () => {
    expect((await askOld('list=numbers&nulimit=2')).query.numbers).toEqual([
      { n: 0, even: '', '*': 'x' },
      { n: 1, '*': 'x' },
    ]);
  });
  it('ends early when the response is full, and resumes with the first omitted record', async () => {
    const first = await ask('list=numbers&nulimit=max&nusize=100000');
    expect(first.warnings.result.warnings).toContain('8388608');
    const read = first.query.numbers.length;
    expect(first.continue).toEqual({ nucontinue: String(read), continue: '-||' });
    const second = await ask(`list=numbers&nulimit=1&nucontinue=${first.continue.nucontinue}`);
    expect(second.query.numbers[0].n).toBe(read);
  });
  it('is measured row by row if the estimated size of all rows exceeds the limit', async () => {
    const wordsOf = ({ query }: { query: { pages: { words?: { word: string }[] }[] } }) =>
      query.pages.map(({ words }) => words?.map(({ word }) => word.length));
    const fits = await ask('titles=Apple|Banana&prop=words&wotimes=500000');
    expect([wordsOf(fits), fits.continue]).toEqual([[[2_500_000], [3_000_000]], undefined]);
    const full = await ask('titles=Apple|Banana&prop=words&wotimes=1000000');
    expect(wordsOf(full)[0]).toEqual([5_000_000]);
    expect(full.continue).toEqual({ wocontinue: full.query.pages[1].pageid, continue: '||' });
    expect(full.warnings.result.warnings).toContain('8388608');
  });
  it('reports the effective limit for the value max', async () => {
    expect((await ask('list=numbers&nulimit=max')).limits).toEqual({ numbers: 500 });
    expect((await ask('list=numbers&nulimit=max', { as: ['apihighlimits'] })).limits).toEqual({ numbers: 5000 });
  });
  it('writes the results of modules in the order of the request, in query and beside it', async () => {
    const keys = async (query: string) => Object.keys(await ask(query));
    expect(await keys('list=aside|numbers')).toEqual(['batchcomplete', 'continue', 'aside', 'query']);
    expect(await keys('list=numbers|aside')).toEqual(['batchcomplete', 'continue', 'query', 'aside']);
    expect(await keys('titles=Apple&list=aside')).toEqual(['batchcomplete', 'query', 'aside']);
  });
  it('has its parameters checked even after it has finished', async () => {
    const { limits, query, warnings } = await ask('list=numbers&nulimit=max&continue=-||numbers');
    expect({ limits, query, warnings }).toEqual({ limits: { numbers: 500 } });
    expect((await ask('list=numbers&nulimit=x&continue=-||numbers')).error.code).toBe('badinteger');
  });
});

describe('pages', () => {
  it('come with the normalized titles and the resolved redirects of the request', async () => {
    const { query } = await ask('titles=apple|Nothing|[|Special:Nosuch|Bananas|Pointer&redirects=1&prop=words');
    expect(query.normalized).toEqual([{ fromencoded: false, from: 'apple', to: 'Apple' }]);
    expect(query.redirects).toEqual([
      { from: 'Bananas', to: 'Banana' },
      { from: 'Pointer', to: 'Banana', tofragment: 'Skin' },
    ]);
    expect(query.pages.map((page: { title: string }) => page.title)).toEqual(['Nothing', 'Special:Nosuch', '[', 'Apple', 'Banana']);
    expect(query.pages.at(-1).words).toEqual([{ word: 'Banana' }]);
  });
  it('are keyed by id in formatversion 1, missing pages first', async () => {
    const { body } = await send('action=query&format=json&titles=Banana|Nothing');
    expect(body).toMatch(/"pages":\{"-1":\{"ns":0,"title":"Nothing","missing":""\},"\d+":\{/);
  });
  it('get ids for special pages before ids for missing pages if both are targets of redirects', async () => {
    const { query } = await ask('titles=Lost|News&redirects=1');
    expect(query.pages).toEqual([
      { ns: 0, title: 'Cherry', missing: true },
      { ns: -1, title: 'Special:RecentChanges', special: true },
    ]);
  });
  it('come with the normalized forms of unclean titles, even with a generator', async () => {
    const { query } = await ask('generator=same&gsanote=x&titles=Apple|A%CC%81');
    expect(query.normalized).toEqual([{ fromencoded: true, from: 'A%CC%81', to: 'Á' }]);
    expect(query.pages).toMatchObject([{ title: 'Apple' }]);
  });
  it('cannot be selected by titles and ids in the same request', async () => {
    expect((await ask('titles=A&pageids=1')).error.code).toBe('multisource');
  });
});

describe('errors and warnings', () => {
  it('include the module path in the newer error formats', async () => {
    expect((await ask('list=numbers&nulimit=x&errorformat=plaintext')).errors).toEqual([
      expect.objectContaining({ code: 'badinteger', module: 'query+numbers', text: expect.any(String) }),
    ]);
    expect((await ask('list=numbers&nulimit=x&errorformat=raw')).errors[0]).toMatchObject({
      key: 'paramvalidator-badinteger',
      params: [{ plaintext: 'nulimit' }, { plaintext: 'x' }],
    });
  });
  it('report main for a malformed continue value, and the finished module for an invalid parameter', async () => {
    const moduleOf = async (query: string) => (await ask(`${query}&errorformat=raw`)).errors[0].module;
    expect(await moduleOf('list=numbers&continue=foo')).toBe('main');
    expect(await moduleOf('list=numbers&nulimit=x&continue=-||numbers')).toBe('query+numbers');
  });
  it('include `missingparam` for an empty value of a required string parameter', async () => {
    expect((await ask('prop=same&sanote=')).error.code).toBe('missingparam');
    expect((await ask('prop=same&sanote=0')).error).toBeUndefined();
  });
  it('include `outofrange` when a limit is reduced to the maximum', async () => {
    const answer = await ask('list=numbers&nulimit=9999&errorformat=plaintext');
    expect(answer.query.numbers).toHaveLength(500);
    expect(answer.warnings[0]).toMatchObject({ code: 'outofrange', data: { min: 1, curmax: 500, max: 500, highmax: 5000 } });
  });
  it('use the error format of the request, even if another main parameter is invalid', async () => {
    const { errors } = await ask('list=numbers&assert=nobody&errorformat=raw');
    expect(errors).toMatchObject([{ code: 'badvalue', module: 'main' }]);
    expect(await ask('list=numbers&assert=nobody&requestid=7')).toMatchObject({ error: { code: 'badvalue' }, requestid: '7' });
    expect((await ask('pageids=x&errorformat=raw')).errors).toMatchObject([{ code: 'badinteger', module: 'query' }]);
    expect((await ask('list=numbers&nulimit=%1F1&errorformat=raw')).errors).toMatchObject([{ key: 'paramvalidator-notmulti' }]);
  });
  it('quote values from the request on one line, because each line is a warning', async () => {
    const { warnings } = await ask('list=numbers&nukind=no%0Asuch%20%20kind');
    expect(warnings.numbers.warnings).toMatch(/no such kind/);
  });
  it('include unrecognized values, deprecated values and unrecognized parameters', async () => {
    const { warnings } = await ask('list=numbers|nosuch&nukind=odd|none&nosuch=1&errorformat=raw');
    expect(warnings.map((w: { code: string; module: string }) => `${w.module} ${w.code}`)).toEqual([
      'query unrecognizedvalues',
      'query+numbers deprecation',
      'main deprecation-help',
      'query+numbers unrecognizedvalues',
      'main unrecognizedparams',
    ]);
  });
  it('set the header MediaWiki-API-Error', async () => {
    expect((await send('action=nosuch&format=json')).headers['MediaWiki-API-Error']).toBe('badvalue');
  });
  it('include failed assertions about the user (`assert`, `assertuser`)', async () => {
    expect((await ask('assert=user')).error.code).toBe('assertuserfailed');
    expect((await ask('assertuser=Someone', { as: { id: 5, name: 'Other' } })).error.code).toBe('assertnameduserfailed');
    expect((await ask('assert=user', { as: { id: 5, name: 'Other' } })).batchcomplete).toBe(true);
  });
  it('include `maxlag` when a replica lags by more than the requested limit', async () => {
    const { body, headers } = await send('action=query&format=json&formatversion=2&maxlag=5');
    expect(JSON.parse(body).error).toMatchObject({ code: 'maxlag', host: 'replica', lag: 7 });
    expect(headers['Retry-After']).toBe('5');
    expect((await ask('maxlag=10')).error).toBeUndefined();
  });
});

describe('formats', () => {
  it('escape non-ASCII characters only in formatversion 1', async () => {
    expect((await send('action=query&format=json&titles=%C3%89')).body).toContain('\\u00c9');
    expect((await send('action=query&format=json&formatversion=2&titles=%C3%89')).body).toContain('É');
  });
  it('write JSONP without using the session', async () => {
    const { body, headers } = await send('action=query&format=json&callback=a(b)c', { as: { id: 5, name: 'Other' } });
    expect(body).toBe('/**/abc({"batchcomplete":""})');
    expect(headers).toMatchObject({ 'Content-Type': 'text/javascript; charset=utf-8', 'MediaWiki-Login-Suppressed': 'true' });
  });
  it('escape HTML in a response that is shown as an HTML page', async () => {
    const { body, headers } = await send('action=query&titles=%3Cb%3E&format=jsonfm');
    expect(headers['Content-Type']).toMatch(/^text\/html/);
    expect(body).not.toContain('<b>');
  });
  it('report an invalid format parameter in the requested format', async () => {
    const { body } = await send('action=query&format=json&formatversion=3');
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'badvalue' }, warnings: { main: expect.anything(), json: expect.anything() } });
  });
  it('write an empty body for format=none', async () => {
    expect((await send('action=query&format=none&list=numbers')).body).toBe('');
  });
});

describe('caching and cross-site headers', () => {
  const cacheControl = async (query: string, as?: Reader) =>
    (await send(`action=query&format=json&${query}`, { as })).headers['Cache-Control'];

  it('allow shared caches to store public responses if the request specifies a lifetime', async () => {
    expect(await cacheControl('list=numbers&maxage=60&smaxage=30')).toBe('s-maxage=30, max-age=60, public');
    expect(await cacheControl('list=numbers')).toBe('private, must-revalidate, max-age=0');
    expect(await cacheControl('list=numbers&maxage=60', { id: 5, name: 'Other' })).toBe('private, must-revalidate, max-age=60');
    expect(await cacheControl('list=numbers&nulimit=x&maxage=60')).toBe('private, must-revalidate, max-age=0');
  });
  it('allow anonymous requests from any site', async () => {
    const { headers } = await send('action=query&format=json&origin=*');
    expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': '*', 'MediaWiki-Login-Suppressed': 'true' });
  });
  it('reject an origin that differs from the Origin header', async () => {
    expect((await send('action=query&format=json&origin=http://a.example', { headers: { origin: 'http://b.example' } })).status).toBe(403);
  });
  it('allow the method and headers of a preflight request', async () => {
    const { headers } = await send('action=query&origin=*', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(headers).toMatchObject({ 'Access-Control-Allow-Methods': 'POST, GET, HEAD', 'Access-Control-Allow-Headers': 'content-type' });
  });
});

describe('paraminfo', () => {
  it('describes modules by path, with wildcards', async () => {
    const { paraminfo } = JSON.parse((await send('action=paraminfo&format=json&formatversion=2&modules=query%2B*|main')).body);
    expect(paraminfo.modules.map((module: { path: string }) => module.path)).toEqual([
      'query+aside',
      'query+numbers',
      'query+same',
      'query+words',
      'main',
    ]);
    expect(paraminfo.modules[1].parameters.map((one: { name: string }) => one.name)).toEqual(['limit', 'continue', 'size', 'kind']);
    expect(paraminfo.modules[1].parameters[0]).toMatchObject({ type: 'limit', default: 10, min: 1, max: 500, highmax: 5000 });
    expect(paraminfo.modules[1].parameters[3]).toMatchObject({ type: ['even', 'odd'], multi: true, deprecatedvalues: ['odd'] });
  });
  it('warns about unknown modules', async () => {
    expect(
      JSON.parse((await send('action=paraminfo&format=json&formatversion=2&modules=query%2Bnosuch')).body).warnings.paraminfo.warnings,
    ).toContain('nosuch');
  });
});
