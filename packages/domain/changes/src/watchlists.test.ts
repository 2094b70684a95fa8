import type { Env } from '@wikiquery/core';
import { openWiki, type Reader, reader, type TestWiki } from '@wikiquery/testing';
import { createUsers } from '@wikiquery/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExpired, watchlistOwner } from './watchlists.ts';

let wiki: TestWiki;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.user('Ada', { preferences: { watchlisttoken: 'open sesame' } });
  await wiki.user('Bob');
  await wiki.user('Eve', { preferences: { watchlisttoken: '' } });
  await wiki.watch('Bob', 'Lasting');
  await wiki.watch('Bob', 'Ending', { expiry: '20240701000000' });
});
afterAll(() => wiki.close());

describe('the owner of the watchlist', () => {
  const owner = async (as: Reader, name?: string, token?: string) => {
    const named = name === undefined ? undefined : createUsers(wiki.site, wiki.titles).read(name, ['name']);
    const id = await watchlistOwner({ db: wiki.db, actor: reader(as) } as unknown as Env, { owner: named, token });
    return (await wiki.db.selectFrom('user').select('user_name').where('user_id', '=', id).executeTakeFirst())?.user_name;
  };
  const code = (...args: Parameters<typeof owner>) =>
    owner(...args).then(
      () => undefined,
      error => error.code,
    );

  it('the owner of the watchlist is by default the user, who needs the right viewmywatchlist', async () => {
    const bob = { id: (await wiki.user('Bob')).id, name: 'Bob' };
    expect(await owner({ ...bob, rights: ['viewmywatchlist'] })).toBe('Bob');
    expect(await code(bob)).toBe('permissiondenied');
    expect(await code([])).toBe('notloggedin');
  });
  it('the owner of the watchlist can be another account only with its token, which must not be empty', async () => {
    expect(await owner([], 'Ada', 'open sesame')).toBe('Ada');
    expect(await code([], 'Ada', 'open sesamE')).toBe('bad_wltoken');
    expect(await code([], 'Ada', '')).toBe('bad_wltoken');
    expect(await code([], 'Bob', '')).toBe('bad_wltoken');
    expect(await code([], 'Eve', '')).toBe('bad_wltoken');
    expect(await code([], 'Nobody', 'x')).toBe('bad_wlowner');
    expect(await code([], 'Ada')).toBe('notloggedin');
  });
});

it('finds expired watchlist items', async () => {
  const titles = async (now: Date) => {
    const items = wiki.db.selectFrom('watchlist').select('wl_title').where('wl_namespace', '=', 0);
    const rows = await items
      .where(is => is.not(isExpired(now)))
      .orderBy('wl_title')
      .execute();
    return rows.map(row => row.wl_title);
  };
  expect(await titles(new Date(Date.UTC(2024, 5, 30)))).toEqual(['Ending', 'Lasting']);
  expect(await titles(new Date(Date.UTC(2024, 6, 1)))).toEqual(['Lasting']);
});
