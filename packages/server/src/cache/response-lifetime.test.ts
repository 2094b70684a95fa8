import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SharedState } from '../sharing/shared-state.ts';
import { type LookupResult, ResponseCache, type ResponseCacheOptions, type SharedResponse } from './response-cache.ts';
import { SharedResponses } from './shared-responses.ts';

const LIFETIME = 1000;
/** Approximate age of a response that has just expired, before its grace period ends. */
const EXPIRED = LIFETIME + 50;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens a cache whose clock advances only by `advance`. `isStateKnown`: whether the data has a version token. */
function openCache({
  isStateKnown = true,
  ...options
}: { isStateKnown?: boolean } & Pick<ResponseCacheOptions, 'shared' | 'changes'> = {}) {
  const results: LookupResult[] = [];
  const data = { state: (isStateKnown ? 1 : undefined) as number | undefined, checks: 0 };
  const cache = new ResponseCache({
    most: 1 << 20,
    state: async () => {
      data.checks += 1;
      return data.state;
    },
    now: () => 0,
    lifetime: LIFETIME,
    ...options,
    metrics: { lookedUp: result => results.push(result) },
  });
  const make = (response: Partial<SharedResponse> = {}, key = 'key') =>
    cache.make(key, { ip: '::1' }, async () => ({
      ...{ status: 200, headers: {}, body: 'x', isPublic: true, freshness: 'unchanged' as const },
      ...response,
    }));
  const find = async (key = 'key') => (await cache.find(key, '::1'))?.headers.Age;
  return { cache, data, results, make, find, advance: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) };
}

it('returns a public response within its lifetime without checking the data', async () => {
  const { make, find, advance, data, results } = openCache({ isStateKnown: false });
  await make();
  const { checks } = data;
  advance(LIFETIME);
  expect([await find(), results, data.checks]).toEqual(['1', ['hit'], checks]);
});

it('does not cache a private response, or a response with unknown sources, if the state of the data is unknown', async () => {
  const { make, find } = openCache({ isStateKnown: false });
  await make({ isPublic: false }, 'private');
  await make({ freshness: 'unknown' }, 'random');
  expect([await find('private'), await find('random')]).toEqual([undefined, undefined]);
});

it('starts the lifetime again if the data is unchanged', async () => {
  const { make, find, advance, results } = openCache();
  await make();
  for (const result of ['revalidated', 'hit']) {
    advance(EXPIRED / 2 + 1);
    if (result === 'revalidated') advance(EXPIRED / 2);
    expect([await find(), results.at(-1)]).toEqual(['0', result]);
  }
});

it('checks the data once for all requests, which get the old response until the grace period ends', async () => {
  const { make, find, advance, data, results } = openCache();
  await make();
  data.state = 2;
  const { checks } = data;
  advance(EXPIRED);
  expect(await Promise.all([find(), find(), find()])).toEqual([undefined, '1', '1']);
  advance(LIFETIME);
  expect(await Promise.all([find(), find()])).toEqual([undefined, undefined]);
  expect([results.sort(), data.checks - checks]).toEqual([['miss', 'miss', 'miss', 'stale', 'stale'], 1]);
});

it('counts the age from the start of the computation, and caches a response whose data changed meanwhile', async () => {
  const { cache, find, advance, data, results } = openCache();
  await cache.make('key', { ip: '::1' }, async () => {
    advance(LIFETIME - 1);
    data.state = 2;
    await delay(1);
    return { status: 200, headers: {}, body: 'x', isPublic: true, freshness: 'unchanged' };
  });
  expect(await find()).toBe('0');
  advance(1);
  expect(await find()).toBe('1');
  data.state = 1;
  advance(2 * LIFETIME);
  expect([await find(), results]).toEqual([undefined, ['hit', 'hit', 'miss']]);
});

it('uses a response of another server for the rest of its lifetime, unless its page has changed', async () => {
  const stored = new Map<string, { value: string; until: number }>();
  const store = {
    find: async (name: string) => {
      const found = stored.get(name);
      return found && { value: found.value, remaining: found.until - performance.now() };
    },
    keep: (name: string, value: string, lifetime: number) => void stored.set(name, { value, until: performance.now() + lifetime }),
  };
  const shared = new SharedResponses(store as SharedState, 'scope');
  const one = openCache({ shared });
  const other = openCache({ shared });
  await one.make({ body: 'of one' });
  one.advance(LIFETIME - 100);
  expect(await other.make({ body: 'of the other' })).toMatchObject({ body: 'of one' });
  expect(await other.find()).toBe('0');
  one.advance(101);
  expect(await openCache({ shared }).make({ body: 'new' })).toMatchObject({ body: 'new' });
  const changed = openCache({ shared, changes: { lifetimeOf: () => 0 } });
  changed.advance(1);
  expect(await changed.make({ body: 'changed' })).toMatchObject({ body: 'changed' });
  await one.make({ isPublic: false, body: 'private' }, 'private');
  expect([...stored.values()].map(({ value }) => JSON.parse(value).body)).toEqual(['changed']);
});

it('adds an entity tag to public responses, except those of the REST API', async () => {
  const { cache } = openCache();
  const response = {
    status: 200,
    headers: { 'Cache-Control': 'public, max-age=60' },
    body: 'x',
    isPublic: true,
    freshness: 'unchanged',
  } as const;
  const tags = await Promise.all(
    [undefined, '/v1/search/title'].map(async path => (await cache.make(`key ${path}`, { ip: '::1', path }, async () => response)).headers),
  );
  expect(tags.map(headers => 'ETag' in headers)).toEqual([true, false]);
});
