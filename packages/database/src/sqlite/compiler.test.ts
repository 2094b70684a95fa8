// Stop conditions must not change the query plans of SQLite statements.

import SQLite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binary, createStatements, type Database, open, type WikiDatabase, whereEquals } from '../index.ts';
import { SlowStatements } from './slow-statements.ts';

const queries: Readonly<Record<string, (db: Kysely<Database>) => { compile(): { sql: string } }>> = {
  'a history': db => revisions(db).where('rev_page', '=', 1).orderBy('rev_timestamp', 'desc').orderBy('rev_id', 'desc').limit(11),
  'revisions by id': db => revisions(db).where('rev_id', 'in', [1, 2, 3]),
  contributions: db =>
    revisions(db)
      .where('rev_actor', '=', 1)
      .where('page_namespace', 'in', [0, 1])
      .orderBy('rev_timestamp', 'desc')
      .orderBy('rev_id', 'desc')
      .limit(51),
  'all revisions': db => revisions(db).orderBy('rev_timestamp').orderBy('rev_id').limit(11),
  'pages by title': db =>
    db.selectFrom('page').selectAll('page').where('page_namespace', '=', 0).where('page_title', 'in', ['A', 'B', 'C']),
  'all pages': db =>
    db
      .selectFrom('page')
      .select(['page_id'])
      .where('page_namespace', '=', 0)
      .where(binary('page_title'), '>=', 'A')
      .orderBy('page_title')
      .limit(11),
  'pages by size': db =>
    db.selectFrom('page').select('page_id').where('page_is_redirect', '=', 0).where('page_namespace', '=', 0).orderBy('page_len').limit(11),
  'pages by random': db => db.selectFrom('page').select('page_id').where('page_random', '>=', 0.5).orderBy('page_random').limit(2),
  'links to a page': db =>
    db
      .selectFrom('pagelinks')
      .innerJoin('linktarget', 'lt_id', 'pl_target_id')
      .innerJoin('page', 'page_id', 'pl_from')
      .select(['page_title'])
      .where('lt_namespace', '=', 0)
      .where('lt_title', '=', 'A')
      .orderBy('pl_from')
      .limit(11),
  'links of a page': db =>
    db
      .selectFrom('pagelinks')
      .innerJoin('linktarget', 'lt_id', 'pl_target_id')
      .select('lt_title')
      .where('pl_from', 'in', [1, 2])
      .orderBy('pl_from')
      .limit(11),
  members: db =>
    db
      .selectFrom('categorylinks')
      .innerJoin('page', 'page_id', 'cl_from')
      .select(['page_id', 'cl_sortkey'])
      .where('cl_target_id', '=', 7)
      .where('cl_type', '=', 'page')
      .orderBy('cl_sortkey')
      .orderBy('cl_from')
      .limit(11),
  'log of a page': db =>
    db
      .selectFrom('logging')
      .innerJoin('actor', 'actor_id', 'log_actor')
      .leftJoin('page', join => join.onRef('page_namespace', '=', 'log_namespace').onRef('page_title', '=', 'log_title'))
      .select(['log_id', 'page_id'])
      .where('log_namespace', '=', 0)
      .where('log_title', '=', 'A')
      .orderBy('log_timestamp', 'desc')
      .limit(11),
  'recent changes with tags': db =>
    db
      .selectFrom('recentchanges')
      .leftJoin('page', 'page_id', 'rc_cur_id')
      .select(['rc_id'])
      .where('rc_timestamp', '>=', '20240101000000')
      .where(
        'rc_id',
        'in',
        db.selectFrom('change_tag').innerJoin('change_tag_def', 'ctd_id', 'ct_tag_id').select('ct_rc_id').where('ctd_name', '=', 'x'),
      )
      .orderBy('rc_timestamp', 'desc')
      .orderBy('rc_id', 'desc')
      .limit(11),
  'a watchlist': db =>
    db
      .selectFrom('recentchanges')
      .innerJoin('watchlist', join =>
        join.onRef('wl_namespace', '=', 'rc_namespace').onRef('wl_title', '=', 'rc_title').on('wl_user', '=', 1),
      )
      .leftJoin('watchlist_expiry', 'we_item', 'wl_id')
      .select('rc_id')
      .where(is => is.or([is('we_expiry', 'is', null), is('we_expiry', '>', '20240101000000')]))
      .orderBy('rc_timestamp', 'desc')
      .limit(11),
  'pages without a link': db =>
    db
      .selectFrom('page')
      .select('page_id')
      .where('page_namespace', '=', 0)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('pagelinks')
              .innerJoin('linktarget', 'lt_id', 'pl_target_id')
              .select('pl_from')
              .whereRef('lt_title', '=', 'page_title')
              .whereRef('lt_namespace', '=', 'page_namespace'),
          ),
        ),
      )
      .orderBy('page_title')
      .limit(11),
  'active users': db =>
    db
      .selectFrom('user')
      .leftJoin('user_groups', join => join.onRef('ug_user', '=', 'user_id').on('ug_group', '=', 'bot'))
      .select(['user_name', 'ug_group'])
      .where(binary('user_name'), '>=', 'B')
      .orderBy('user_name')
      .limit(11),
  unions: db =>
    db
      .selectFrom('page')
      .select('page_title as title')
      .where('page_id', '=', 1)
      .unionAll(db.selectFrom('archive').select('ar_title as title').where('ar_namespace', '=', 0)),
  'a common table': db =>
    db
      .with('wanted', with_ => with_.selectFrom('page').select(['page_id', 'page_title']).where('page_is_redirect', '=', 1))
      .selectFrom('wanted')
      .innerJoin('redirect', 'rd_from', 'wanted.page_id')
      .select(['wanted.page_title', 'rd_title']),
  'a derived table': db =>
    db
      .selectFrom(
        db
          .selectFrom('templatelinks')
          .innerJoin('linktarget', 'lt_id', 'tl_target_id')
          .select(['tl_from as from_id', 'lt_title as to_title'])
          .as('link'),
      )
      .innerJoin('page', 'page_id', 'from_id')
      .select(['page_title', 'to_title'])
      .where('to_title', '=', 'Box')
      .orderBy('from_id')
      .limit(11),
  'grouped and counted': db =>
    db
      .selectFrom('categorylinks')
      .select(({ fn }) => ['cl_target_id', fn.countAll().as('n')])
      .groupBy('cl_target_id')
      .orderBy('n', 'desc')
      .limit(11),
  'the newest': db => db.selectFrom('revision').select(({ fn }) => fn.max('rev_id').as('newest')),
  'words of a text': db =>
    db
      .selectFrom('searchindex')
      .innerJoin('page', join => join.on('page_id', '=', sql.ref<number>('searchindex.rowid')))
      .select('page_id')
      .where(sql<boolean>`si_text match 'x'`)
      .limit(11),
  'by set': db =>
    whereEquals(db.selectFrom('image').select('img_name'), { img_name: ['a', 'b', 'c', 'd', 'e'], img_sha1: undefined, img_actor: 1 }),
};

const revisions = (db: Kysely<Database>) =>
  db
    .selectFrom('revision')
    .innerJoin('page', 'page_id', 'rev_page')
    .innerJoin('actor as editor', 'editor.actor_id', 'rev_actor')
    .innerJoin('comment', 'comment_id', 'rev_comment_id')
    .select(['rev_id', 'rev_timestamp', 'page_title', 'editor.actor_name', 'comment_text']);

describe('compiled SQLite statements', () => {
  let wiki: WikiDatabase;
  const plain = new SQLite(':memory:');
  beforeAll(async () => {
    wiki = await open('sqlite::memory:', { writable: true });
    for (const statement of createStatements('sqlite')) plain.exec(statement);
    plain.function('wikiquery_tick', { deterministic: false, directOnly: true }, () => 1);
  });
  afterAll(async () => {
    plain.close();
    await wiki.close();
  });

  const planOf = (statement: string) =>
    plain
      .prepare<unknown[], { detail: string }>(`explain query plan ${statement.replaceAll('?', '1')}`)
      .all()
      .map(row => row.detail);

  test.each(Object.entries(queries))('have the same query plan for %s as without stop conditions', (_, query) => {
    const { sql: statement } = query(wiki.db).compile();
    const without = statement
      .replaceAll(/\("\w+"\.rowid % 61 <> 0 or wikiquery_tick\(\)\)(?: and )?/g, '')
      .replaceAll(/ where +(?=group|order|limit|\)|$)/g, ' ')
      .replace(/ where$/, '');
    expect(statement).toContain('wikiquery_tick');
    expect(without).not.toContain('wikiquery_tick');
    expect(planOf(statement)).toEqual(planOf(without));
  });

  test('contain one stop condition for each table', () => {
    const ticks = (name: string) =>
      queries[name]?.(wiki.db)
        .compile()
        .sql.match(/"\w+"(?=\.rowid %)/g);
    expect(ticks('a history')).toEqual(['"revision"', '"page"', '"editor"', '"comment"']);
    expect(ticks('unions')).toEqual(['"page"', '"archive"']);
    expect(ticks('a common table')).toEqual(['"page"', '"redirect"']);
    expect(ticks('a derived table')).toEqual(['"templatelinks"', '"linktarget"', '"page"']);
    expect(ticks('recent changes with tags')).toEqual(['"recentchanges"', '"change_tag"', '"change_tag_def"']);
  });

  test('contain no stop condition for a left join by a unique key', () => {
    expect(queries['log of a page']?.(wiki.db).compile().sql).toContain('left join "page" on "page_namespace" = "log_namespace" and');
  });

  test('cast byte columns to blobs', () => {
    const bytes = (query: { compile(): { sql: string } }) => query.compile().sql.split(' from ')[0];
    expect(bytes(wiki.db.selectFrom('text as t').select(['t.old_text', 'old_text as body', 'old_id']))).toBe(
      'select cast("t"."old_text" as blob) as "old_text", cast("old_text" as blob) as "body", "old_id"',
    );
    const all = 'select "text"."old_id", cast("text"."old_text" as blob) as "old_text", "text"."old_flags"';
    expect(bytes(wiki.db.selectFrom('text').selectAll('text'))).toBe(all);
    expect(bytes(wiki.db.selectFrom('text').selectAll())).toBe(all);
  });

  test('hide bound values from the query planner', () => {
    const { sql: statement, parameters } = wiki.db.selectFrom('page').select('page_id').where('page_len', '=', 1).limit(11).compile();
    expect(parameters).toEqual([1, 11]);
    expect(statement).toMatch(/ and "page_len" = \+\? limit \+\?$/);
  });

  test('pad value lists to a power of two', () => {
    const { sql: statement, parameters } = wiki.db.selectFrom('page').select('page_id').where('page_id', 'in', [1, 2, 3, 4, 5]).compile();
    expect(parameters).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
    expect(statement).toContain(`in (${new Array(8).fill('+?').join(', ')})`);
  });

  test('are remembered as slow for lists of any length', () => {
    const pages = (...ids: number[]) => wiki.db.selectFrom('page').select('page_id').where('page_id', 'in', ids).compile().sql;
    const slow = new SlowStatements();
    slow.add(pages(1, 2, 3, 4, 5), 10);
    expect([pages(1, 2), pages(1, 2, 3)].map(statement => slow.has(statement))).toEqual([true, true]);
    expect(slow.has(pages(1, 2).replace('page_id', 'page_len'))).toBe(false);
  });

  test('are marked as unstoppable if they contain a full-text search', () => {
    const search = wiki.db.selectFrom('searchindex').select('si_page');
    expect(search.where(sql<boolean>`si_text match ${'reed'}`).compile().sql).toMatch(/ -- unstoppable$/);
    expect(search.where('si_page', '=', 1).compile().sql).not.toContain('--');
  });
});
