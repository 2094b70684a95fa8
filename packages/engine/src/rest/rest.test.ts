import { ApiError, defineRoute, message, p } from '@wikiquery/core';
import { askRest, inheritedNames, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConditions } from './conditions.ts';
import { Router, routeMethod } from './router.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const stones = defineRoute({
  name: 'stones',
  summary: 'Stones.',
  paths: { all: '/v1/stones', one: '/v1/stones/{name}', weight: '/v1/stones/{name}/weight' },
  params: { name: p.string(), unit: p.enum(['kg', 'g']).default('kg') },
  async execute({ path, params, url, sibling }) {
    if (params.name === 'broken') throw new ApiError(message('toobroken', 'It is in pieces.'));
    return { json: { path, ...params, url: url('/v1/stones/{name}', { name: 'a b/c' }, { q: 'ä ~' }), sibling: sibling({ name: "d'e" }) } };
  },
});

const cutting = defineRoute({
  name: 'cutting',
  summary: 'Cuts stones.',
  method: 'POST',
  paths: { cut: '/v1/cut/{name}', one: '/v1/stones/{name}' },
  params: { name: p.string() },
  async execute({ params, sent }) {
    return { json: { ...params, type: sent.type, text: sent.text, fields: [...(await sent.fields())] } };
  },
});

const ask = (path: string, options: Parameters<typeof askRest>[3] = {}) => askRest(wiki, [stones, cutting], path, options);

describe('a route', () => {
  it('receives parameters from the path and from the query string', async () => {
    const { json } = await ask('/v1/stones/A%2FB+c/weight?unit=g&name=other&x=1');
    expect(json).toEqual({
      path: 'weight',
      name: 'A/B+c',
      unit: 'g',
      url: wiki.site.urls.expand('/w/rest.php/v1/stones/a%20b%2Fc?q=%C3%A4+%7E'),
      sibling: '/w/rest.php/v1/stones/d%27e/weight?unit=g&name=other&x=1',
    });
    expect((await ask('/v1/stones')).json).toMatchObject({ path: 'all', unit: 'kg' });
  });

  it('accepts only GET and HEAD by default', async () => {
    expect((await ask('/v1/stones', { method: 'HEAD' })).status).toBe(200);
    const { status, headers, json } = await ask('/v1/stones', { method: 'PUT' });
    expect([status, headers.Allow, json.httpReason, 'errorKey' in json]).toEqual([405, 'HEAD, GET', 'Method Not Allowed', false]);
    const preflight = await ask('/v1/stones', { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers['Access-Control-Allow-Methods'], preflight.body]).toEqual([204, 'HEAD, GET', '']);
    expect((await ask('/v1/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  it('receives the body of a POST request', async () => {
    const post = (path: string, body: string | undefined, type: string) =>
      ask(path, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('/v1/cut/a', '{"a":1}', 'Application/JSON; charset=utf-8')).json).toEqual({
      ...{ name: 'a', type: 'application/json', text: '{"a":1}', fields: [] },
    });
    const form = await post('/v1/stones/a', 'b=1&c=%C3%A9+', 'application/x-www-form-urlencoded');
    expect([form.json.fields, form.isPublic]).toEqual([
      [
        ['b', '1'],
        ['c', 'é '],
      ],
      false,
    ]);
    expect((await post('/v1/cut/a', undefined, '')).json).toMatchObject({ httpCode: 411, errorKey: 'rest-request-body-expected' });
    expect((await ask('/v1/cut/a')).headers.Allow).toBe('POST');
    expect((await ask('/v1/stones/a', { method: 'PUT' })).headers.Allow).toBe('HEAD, GET, POST');
    expect((await ask('/v1/stones/a')).json).toMatchObject({ path: 'one' });
    expect(() => defineRoute({ ...cutting, method: 'PUT' as 'POST' })).toThrow('"method" must be one of GET, POST');
  });

  it('reports client errors and invalid parameters', async () => {
    expect((await ask('/v1/stones/broken')).json).toMatchObject({ errorKey: 'toobroken', httpCode: 400 });
    expect((await ask('/v1/stones?unit=lb')).json).toMatchObject({ name: 'unit', value: 'lb', failureCode: 'badvalue', failureData: [] });
    expect((await ask('/v1/stones?unit[]=kg&unit[]=g')).json).toMatchObject({ value: ['kg', 'g'], failureData: null });
    expect((await ask('')).headers.Location).toBe('/w/rest.php/');
  });

  it('has a private response for clients with a session', async () => {
    const { headers, isPublic } = await ask('/v1/stones', { as: { id: 1, name: 'Ann' } });
    expect([headers['Cache-Control'], isPublic]).toEqual(['private,must-revalidate,s-maxage=0', false]);
    expect((await ask('/v1/stones')).isPublic).toBe(true);
  });

  it('has no current representation unless it calls validate', async () => {
    expect((await ask('/v1/stones', { headers: { 'if-match': '*' } })).status).toBe(412);
    expect((await ask('/v1/stones', { headers: { 'if-none-match': '*' } })).status).toBe(200);
  });
});

it.each(['PUT', ...inheritedNames])('has no routes for the method %s', method => {
  expect(routeMethod(method)).toBeUndefined();
});

it('the router prefers literal segments to variables, without backtracking', () => {
  const router = new Router([
    stones,
    defineRoute({ name: 'more', summary: 'More.', paths: { more: '/v1/stones/big' }, params: {}, execute: async () => ({}) }),
  ]);
  const found = (path: string) => {
    const match = router.match(path)?.get('GET');
    return match && [match.route.name, match.path, ...match.parts.values()];
  };
  expect(found('/v1/stones/big')).toEqual(['more', 'more']);
  expect(found('/v1/stones/')).toEqual(['stones', 'one', '']);
  expect(found('/v1/stones/small/weight')).toEqual(['stones', 'weight', 'small']);
  for (const path of ['/v1', '/v1/stones/a/b', '/v1/stones/a/weight/', '//v1/stones', '/'.repeat(100_000)])
    expect(found(path)).toBeUndefined();
});

it.each([
  [{ 'if-match': '"a"' }, undefined],
  [{ 'if-match': 'W/"a"' }, undefined],
  [{ 'if-match': '"b", "c"' }, 412],
  [{ 'if-match': '"b" "a"' }, 412],
  [{ 'if-match': '"a", b' }, 412],
  [{ 'if-unmodified-since': 'Wed, 01 Jan 2025 00:00:00 GMT' }, undefined],
  [{ 'if-unmodified-since': 'Tue, 31 Dec 2024 23:59:59 GMT' }, 412],
  [{ 'if-none-match': '"b", W/"a"' }, 304],
  [{ 'if-none-match': ', "b,c" ,,"a"' }, 304],
  [{ 'if-none-match': `${'"b", '.repeat(5000)}"a"` }, 304],
  [{ 'if-none-match': '"b""a"' }, undefined],
  [{ 'if-none-match': 'x"a"' }, undefined],
  [{ 'if-none-match': '"a", *' }, undefined],
  [{ 'if-none-match': '"b c", "a"' }, undefined],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"b"', 'if-modified-since': 'Fri, 01 Jan 2027 00:00:00 GMT' }, undefined],
  [{ 'if-modified-since': 'Wed, 01 Jan 2025 00:00:00 GMT' }, 304],
  [{ 'if-modified-since': 'yesterday' }, undefined],
])('the conditional headers %j result in the status %s', (headers, status) => {
  const request = { method: 'GET', query: '', headers, ip: '', signal: AbortSignal.timeout(1000) } as const;
  expect(checkConditions(request, { etag: '"a"', lastModified: '20250101000000' })).toBe(status);
});
