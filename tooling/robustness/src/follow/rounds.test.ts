// Tests a sync with a wikiquery server whose database changes. After every two rounds, the result must equal a fresh import.

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { type EngineName, open, sql } from '@wikiquery/database';
import { type FollowOptions, followWiki, importSources } from '@wikiquery/dumps';
import { writeDump } from '@wikiquery/export';
import { listenInside } from '@wikiquery/launch/inside';
import { readSite } from '@wikiquery/site';
import { quickEngines as engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { createTitles } from '@wikiquery/titles';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { progressTo, useStand } from '../stand.test-kit.ts';
import { readSiteinfo } from './siteinfo.test-kit.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const stand = useStand();
const folder = stand.folder();
let wiki: TestWiki;
let api: URL;
let number = 0;
const warnings: string[] = [];
const progress = progressTo(warnings);

beforeAll(async () => {
  wiki = stand.use(await openWiki('sqlite'));
  // The test writes while the server reads.
  await sql`pragma journal_mode = wal`.execute(wiki.db);
  await wiki.page('Template:Reed', { text: '[[Lake]]', user: 'Ada' });
  await wiki.page('Heron', { text: 'A bird. {{Reed}}', user: 'Ada', timestamp: '20240101000000' });
  await wiki.log('create', 'create', { title: 'Heron', user: 'Ada' });
  api = new URL('/w/api.php', stand.use(await listenInside(wiki.url)).origin);
});
beforeEach(() => {
  warnings.length = 0;
});

const describe = (): Promise<object> => readSiteinfo(api.href);

/** Imports a dump of the current wiki into a new database. Returns its URL. */
async function imported(engine: EngineName = 'sqlite'): Promise<string> {
  const file = join(folder, `${++number}.xml`);
  const site = readSite(await describe());
  const out = createWriteStream(file);
  await writeDump(
    { db: wiki.db, site, titles: createTitles(site), clean: text => text },
    { schema: '0.11', current: false, titles: undefined, namespaces: undefined, withPages: true, withLogs: true, uploads: undefined },
    out,
  );
  out.end();
  await once(out, 'finish');
  const database = engine === 'sqlite' ? `sqlite:${join(folder, `${number}.sqlite`)}` : stand.use(await openWiki(engine)).url;
  const { failures } = await importSources(database, [file], { progress, site: await describe() });
  expect(failures).toEqual([]);
  return database;
}

const follow = (database: string, more: Partial<FollowOptions> = {}) =>
  followWiki(database, api, { progress, describe, once: true, rate: 1000, retries: 1, ...more });

/** Returns everything that an import writes, without generated IDs. */
async function contents(address: string): Promise<object> {
  const database = await open(address, { connections: 1 });
  const rows = async (query: string): Promise<unknown> => (await sql.raw(query).execute(database.db)).rows;
  const target = (table: string, prefix: string) =>
    `select ${prefix}_from, lt_namespace, lt_title from ${table} join linktarget on lt_id = ${prefix}_target_id order by 1, 2, 3`;
  try {
    return {
      pages: await rows('select * from page order by page_id'),
      revisions: await rows(
        `select rev_id, rev_page, rev_timestamp, rev_minor_edit, rev_deleted, rev_len, rev_parent_id, actor_name, actor_user, comment_text, role_name,
          content_size, case when rev_deleted % 2 = 1 then '' else content_sha1 end as digest, model_name, old_text from revision join actor on actor_id = rev_actor join comment on comment_id = rev_comment_id
          join slots on slot_revision_id = rev_id join slot_roles on role_id = slot_role_id join content on content_id = slot_content_id
          join content_models on model_id = content_model left join text on content_address = concat('tt:', old_id) order by 1`,
      ),
      logs: await rows(
        `select log_id, log_type, log_action, log_timestamp, log_namespace, log_title, log_deleted, actor_name, comment_text from logging
          join actor on actor_id = log_actor join comment on comment_id = log_comment_id order by 1`,
      ),
      users: await database.db
        .selectFrom('user')
        .select(['user_id', 'user_name', 'user_registration', 'user_editcount'])
        .orderBy('user_id')
        .execute(),
      actors: await rows('select actor_name, actor_user from actor order by 1'),
      links: await rows(target('pagelinks', 'pl')),
      templates: await rows(target('templatelinks', 'tl')),
      categories: await rows(target('categorylinks', 'cl')),
      counts: await rows('select cat_title, cat_pages, cat_subcats, cat_files from category order by 1'),
      redirects: await rows('select * from redirect order by 1'),
      properties: await rows('select pp_page, pp_propname, pp_value from page_props order by 1, 2'),
      addresses: await rows('select * from ip_changes order by 1'),
      statistics: await rows('select * from site_stats'),
      ...(address.startsWith('sqlite:') && { words: await rows('select rowid, si_title, si_text from searchindex order by 1') }),
      texts: await rows('select count(*) as texts from text'),
    };
  } finally {
    await database.close();
  }
}

const rounds: Readonly<Record<string, () => Promise<void>>> = {
  'edited and new pages': async () => {
    await wiki.edit('Heron', { text: 'A {{Reed}} [[Crane]] [[Category:Birds]]', user: 'Bo', comment: 'more' });
    await wiki.page('Crane', { text: '{{#ifexist:Stork|[[Category:Seen]]|[[Category:Unseen]]}}', user: 'Cleo' });
    await wiki.edit('Crane', { text: '{{#ifexist:Stork|[[Category:Seen]]|[[Category:Unseen]]}} 2', user: '192.0.2.3', minor: true });
  },
  'changed templates and new link targets': async () => {
    await wiki.edit('Template:Reed', { text: '[[Pond]] [[Category:Reeds]]', user: 'Ada' });
    await wiki.page('Stork', { text: '__NOTOC__ {{DEFAULTSORT:z}} [[Category:Birds]]', user: 'Ada' });
    await wiki.redirect('Wader', 'Heron', { fragment: 'Part', user: 'Ada' });
  },
  'moves, with and without a redirect, and in a circle': async () => {
    for (const [title, target, leaveRedirect] of [
      ['Stork', 'White stork', true],
      ['Heron', 'Between', false],
      ['Crane', 'Heron', false],
      ['Between', 'Crane', false],
    ] as const) {
      const { id } = await wiki.move(title, target, { user: 'Ada', leaveRedirect });
      const { page_latest } = await wiki.db.selectFrom('page').select('page_latest').where('page_id', '=', id).executeTakeFirstOrThrow();
      const params = { '4::target': target, '5::noredir': leaveRedirect ? '0' : '1', associated_rev_id: page_latest };
      await wiki.log('move', 'move', { title, user: 'Ada', params });
    }
  },
  'deletions, also of the only edit of an account': async () => {
    await wiki.page('Gone', { text: 'x [[Heron]]', user: 'Nobody else' });
    await wiki.log('create', 'create', { title: 'Gone', user: 'Ada' });
    await wiki.deletePage('White stork');
    await wiki.log('delete', 'delete', { title: 'White stork', user: 'Ada', comment: 'why' });
  },
  'deletions of new pages': async () => {
    await wiki.deletePage('Gone');
    await wiki.log('delete', 'delete', { title: 'Gone', user: 'Ada' });
  },
  'restored pages with old timestamps': async () => {
    const times = await wiki.db.selectFrom('revision').select('rev_timestamp').orderBy('rev_timestamp').limit(1).executeTakeFirstOrThrow();
    await wiki.page('White stork', { text: 'Back [[Category:Birds]]', user: 'Ada', timestamp: times.rev_timestamp, recent: false });
    wiki.setClock('20250601000000');
    await wiki.log('delete', 'restore', { title: 'White stork', user: 'Ada', params: { ':assoc:count': { revisions: 1, files: 0 } } });
  },
  'logged revision deletions': async () => {
    const row = await wiki.db
      .selectFrom('revision')
      .select('rev_id')
      .where('rev_page', '=', wiki.get('Crane').id)
      .orderBy('rev_id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await wiki.hideRevision(row.rev_id, 7);
    await wiki.log('delete', 'revision', {
      title: 'Crane',
      user: 'Ada',
      params: { '4::type': 'revision', '5::ids': [row.rev_id], '6::ofield': 0, '7::nfield': 7 },
    });
    const id = await wiki.log('protect', 'protect', { title: 'Crane', user: 'Bo', comment: 'secret' });
    await wiki.hideLog(id, 7);
    await wiki.log('delete', 'event', { title: 'Special:Log', user: 'Ada', params: { '4::ids': [id], '5::ofield': 0, '6::nfield': 7 } });
  },
  'a renamed account': async () => {
    await wiki.db.updateTable('user').set({ user_name: 'Bobo' }).where('user_name', '=', 'Bo').execute();
    await wiki.db.updateTable('actor').set({ actor_name: 'Bobo' }).where('actor_name', '=', 'Bo').execute();
    const params = { '4::olduser': 'Bo', '5::newuser': 'Bobo', '6::edits': 1 };
    await wiki.log('renameuser', 'renameuser', { title: 'User:Bo', user: 'Ada', params });
  },
  'accounts that exchange their names': async () => {
    for (const [from, to] of [
      ['Bobo', 'Between'],
      ['Cleo', 'Bobo'],
      ['Between', 'Cleo'],
    ] as const) {
      await wiki.db.updateTable('user').set({ user_name: to }).where('user_name', '=', from).execute();
      await wiki.db.updateTable('actor').set({ actor_name: to }).where('actor_name', '=', from).execute();
      const params = { '4::olduser': from, '5::newuser': to, '6::edits': 1 };
      await wiki.log('renameuser', 'renameuser', { title: `User:${from}`, user: 'Ada', params });
    }
  },
};

it(`a sync applies all changes of the wiki on ${engines.join(', ')}`, { timeout: 120_000 * engines.length }, async () => {
  const followed: [engine: EngineName, database: string][] = [];
  for (const engine of engines) followed.push([engine, await imported(engine)]);
  for (const [, database] of followed) await follow(database);
  const all = Object.entries(rounds);
  for (let at = 0; at < all.length; at += 2) {
    const two = all.slice(at, at + 2);
    for (const [, change] of two) {
      await change();
      for (const [, database] of followed) {
        const { pages, entries } = await follow(database);
        expect(pages + entries).toBeGreaterThan(0);
      }
    }
    const what = two.map(([name]) => name);
    for (const [engine, database] of followed)
      expect([engine, what, await contents(database)]).toEqual([engine, what, await contents(await imported(engine))]);
  }
  // Another sync finds no changes.
  for (const [, database] of followed) expect(await follow(database, { verify: true })).toEqual({ pages: 0, entries: 0, warnings: 0 });
  expect(warnings).toEqual([]);
});

it('a sync with --verify finds suppressions and deletions that have no log entry', async () => {
  const database = await imported();
  await follow(database);
  const secret = 'Nobody may read this';
  await wiki.page('Quiet', { text: secret, user: 'Someone hidden', comment: secret });
  await wiki.edit('Quiet', { text: 'Plain', user: 'Ada' });
  await follow(database);
  const page = await wiki.db
    .selectFrom('revision')
    .select('rev_id')
    .where('rev_page', '=', wiki.get('Quiet').id)
    .orderBy('rev_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  wiki.setClock('20260101000000');
  await wiki.edit('Crane', { text: 'Long after', user: 'Ada' });
  await follow(database);
  await wiki.hideRevision(page.rev_id, 15);
  await follow(database);
  expect(JSON.stringify(await contents(database))).toContain(secret);
  await follow(database, { verify: true });
  expect(JSON.stringify(await contents(database))).not.toContain(secret);
  expect(JSON.stringify(await contents(database))).not.toContain('Someone hidden');
  await wiki.deletePage('Quiet');
  await follow(database, { verify: true });
  expect(await contents(database)).toEqual(await contents(await imported()));
});

it('a sync rejects a database without an imported dump, and a database of another wiki', async () => {
  await expect(follow(`sqlite:${join(folder, 'none.sqlite')}`)).rejects.toThrow('Import a dump of the wiki first');
  const database = await imported();
  const other = async () => ({
    query: { general: { sitename: 'Other', wikiid: 'other', base: 'https://other.example/wiki/A', server: 'https://other.example' } },
  });
  await expect(follow(database, { describe: other })).rejects.toThrow('--any-wiki');
});
