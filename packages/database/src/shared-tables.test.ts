// A wiki with shared accounts: their tables are in another database of the same server.
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { open } from './index.ts';

const placeOf = ({ url }: TestWiki): string => new URL(url).searchParams.get('schema') ?? new URL(url).pathname.slice(1);

it.each(engines.filter(engine => engine !== 'sqlite'))('a wiki reads shared tables on %s', { timeout: 60_000 }, async engine => {
  const [central, wiki] = [await openWiki(engine), await openWiki(engine)];
  await central.user('Wren');
  await wiki.user('Robin');
  await wiki.page('Bridge', { user: 'Robin' });
  await wiki.db.schema.dropTable('user').execute();
  const shared = { database: placeOf(central), prefix: '', tables: ['user', 'user_properties'] };
  const { db, close } = await open(wiki.url, { shared });
  const users = db.selectFrom('user').select('user_name').orderBy('user_id');
  expect(await users.execute()).toEqual([{ user_name: 'Wren' }]);
  const joined = db.selectFrom('page').innerJoin('revision', 'rev_page', 'page_id').innerJoin('actor', 'actor_id', 'rev_actor');
  expect(
    await joined.leftJoin('user as account', 'account.user_id', 'actor_user').select(['page_title', 'account.user_name']).execute(),
  ).toEqual([{ page_title: 'Bridge', user_name: 'Wren' }]);
  await close();
  // The wiki that owns the shared tables.
  const own = await open(central.url, { shared });
  expect(await own.db.selectFrom('user').innerJoin('actor', 'actor_user', 'user_id').select('actor_name').execute()).toEqual([
    { actor_name: 'Wren' },
  ]);
  await own.close();
  await central.close();
  await wiki.close();
});

it('open rejects shared tables in SQLite files', async () => {
  const wiki = await openWiki();
  await expect(open(wiki.url, { shared: { database: 'x', prefix: '', tables: ['user'] } })).rejects.toThrow(
    /SQLite files cannot share tables/,
  );
  await wiki.close();
});
