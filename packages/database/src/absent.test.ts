// A public replica: missing tables and columns are read as empty, and tables may be views.
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byIndex, open, PRIVATE, type WikiDatabase } from './index.ts';

describe.each(engines)('a public replica on %s', engine => {
  let wiki: TestWiki;
  let replica: WikiDatabase;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.user('Wren');
    await wiki.page('Bridge', { text: 'Text' });
    const { db } = wiki;
    for (const table of ['user_properties', 'watchlist', 'searchindex']) await db.schema.dropTable(table).ifExists().execute();
    await db.schema.alterTable('user').dropColumn('user_token').execute();
    if (engine !== 'mariadb') await sql`drop index rc_ip`.execute(db);
    await db.schema.alterTable('recentchanges').dropColumn('rc_ip').execute();
    await db.schema.alterTable('page').renameTo('page_rows').execute();
    await sql`create view page as select * from page_rows`.execute(db);
    replica = await open(wiki.url, { dispensable: PRIVATE });
  }, 60_000);
  afterAll(async () => {
    await replica.close();
    await sql`drop view page`.execute(wiki.db);
    await wiki.close();
  });

  it('cannot be opened without a list of tables that may be missing', async () => {
    await expect(open(wiki.url)).rejects.toThrow(/lacks some required names: .*user_properties/);
  });

  it('reads missing tables as empty', async () => {
    const { db } = replica;
    expect(await db.selectFrom('user_properties').select('up_value').where('up_user', '=', 1).execute()).toEqual([]);
    expect(await db.selectFrom('watchlist as w').select('w.wl_id').where('w.wl_title', 'in', ['A', 'B', 'C']).execute()).toEqual([]);
    const joined = db.selectFrom('user').leftJoin('user_properties', 'up_user', 'user_id').select(['user_name', 'up_value']);
    expect(await joined.where('user_name', '=', 'Wren').execute()).toEqual([{ user_name: 'Wren', up_value: null }]);
  });

  it('reads missing columns as null', async () => {
    const users = replica.db.selectFrom('user').select(['user_name', 'user_token']).where('user_name', '=', 'Wren');
    expect(await users.execute()).toEqual([{ user_name: 'Wren', user_token: null }]);
    expect(await users.where('user_token', '=', 'x').execute()).toEqual([]);
  });

  it('reads a table directly if its missing columns are read by no query', async () => {
    const changes = replica.db.selectFrom('recentchanges').select('rc_title').modifyFront(byIndex('rc_timestamp'));
    expect(changes.compile().sql).not.toContain('null as');
    expect(await changes.execute()).toEqual([{ rc_title: 'Bridge' }]);
  });

  it('reads views with statements that force indexes', async () => {
    const pages = replica.db.selectFrom('page').select('page_title').modifyFront(byIndex('page_name_title'));
    expect(await pages.where('page_namespace', '=', 0).orderBy('page_title').execute()).toEqual([{ page_title: 'Bridge' }]);
    const latest = replica.db.selectFrom('revision').innerJoin('page', 'page_latest', 'rev_id').select('page_title');
    expect(await latest.execute()).toEqual([{ page_title: 'Bridge' }]);
  });

  it('reports missing tables and columns', () => {
    const asked = ['page.page_id', 'user', 'user.user_token', 'user.user_name', 'watchlist', 'watchlist.wl_id', 'gadgets.ga_id'];
    expect(replica.lacking(asked)).toEqual(['user.user_token', 'watchlist', 'watchlist.wl_id', 'gadgets.ga_id']);
  });
});
