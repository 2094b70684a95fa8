import { readPage } from '@wikiquery/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, openWiki, serializePhp, type WikiBuilder } from './index.ts';

describe.each(engines)('a wiki built on %s', engine => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki(engine);
    await wiki.user('Admin', { groups: ['sysop'], password: 'secret' });
    await wiki.page('Main Page', { text: 'Welcome to [[Über uns]]', comment: 'first' });
    await wiki.edit('Main Page', { text: 'Welcome', user: 'Bob', minor: true, tags: ['mw-reverted'] });
    await wiki.edit('Main Page', { text: 'Welcome, all', user: '192.0.2.7' });
    await wiki.link('Main Page', 'Über uns');
    await wiki.template('Main Page', 'Box');
    await wiki.image('Main Page', 'Map.png');
    await wiki.category('Main Page', 'Start', { sortkey: 'x' });
    await wiki.langlink('Main Page', 'de', 'Hauptseite');
    await wiki.iwlink('Main Page', 'wikt', 'main page');
    await wiki.extlink('Main Page', 'https://www.example.org:8443/a?b=c');
    await wiki.redirect('Start', 'Main Page', { fragment: 'top' });
    await wiki.file('Map.png', { width: 10, height: 20 });
    await wiki.file('Map.png', { width: 30, height: 40 });
    await wiki.deleteFile('Map.png');
    await wiki.protect('Main Page', { edit: 'sysop' }, { expiry: '20300101000000' });
    await wiki.protectTitle('Nothing', 'sysop');
    await wiki.block('Vandal', { reason: 'Vandalism', pages: ['Main Page'], namespaces: [4] });
    await wiki.block('192.0.2.0/24', { expiry: '20300101000000' });
    await wiki.watch('Bob', 'Main Page', { expiry: '20300101000000' });
    await wiki.prop('Main Page', 'displaytitle', '<i>Main Page</i>');
    await wiki.log('delete', 'delete', {
      title: 'Gone',
      comment: 'spam',
      params: ['x'],
      search: { associated_rev_id: [1] },
      tags: ['bulk'],
    });
    await wiki.page('Gone', { text: 'spam' });
    await wiki.hideRevision((await wiki.edit('Gone', { text: 'worse' })) ?? 0, 5);
    await wiki.deletePage('Gone');
    await wiki.page('Packed', { text: 'packed '.repeat(50), compressed: true });
    await wiki.move('Packed', 'Moved');
    await wiki.stash('1.png', { user: 'Bob', width: 5 });
    await wiki.newMessage('192.0.2.7');
    await wiki.activeUser('Bob');
    await wiki.botPassword('Admin', 'app', 'secret');
    await wiki.interwiki('wikt', 'https://wiktionary.example/$1', { local: true });
    await wiki.queryCache('Ancientpages', [{ title: 'Main Page', value: 3 }]);
  }, 60_000);
  afterAll(() => wiki.close());

  test('stores the history of a page', async () => {
    const history = await wiki.db
      .selectFrom('revision')
      .innerJoin('page', 'page_id', 'rev_page')
      .innerJoin('actor', 'actor_id', 'rev_actor')
      .innerJoin('comment', 'comment_id', 'rev_comment_id')
      .select(['rev_id', 'rev_parent_id', 'rev_timestamp', 'rev_len', 'rev_minor_edit', 'actor_name', 'comment_text', 'page_latest'])
      .where('page_title', '=', 'Main_Page')
      .orderBy('rev_id')
      .execute();
    expect(history).toEqual([
      {
        rev_id: 1,
        rev_parent_id: 0,
        rev_timestamp: '20240101000001',
        rev_len: 24,
        rev_minor_edit: 0,
        actor_name: 'Admin',
        comment_text: 'first',
        page_latest: 3,
      },
      {
        rev_id: 2,
        rev_parent_id: 1,
        rev_timestamp: '20240101000002',
        rev_len: 7,
        rev_minor_edit: 1,
        actor_name: 'Bob',
        comment_text: '',
        page_latest: 3,
      },
      {
        rev_id: 3,
        rev_parent_id: 2,
        rev_timestamp: '20240101000004',
        rev_len: 12,
        rev_minor_edit: 0,
        actor_name: '192.0.2.7',
        comment_text: '',
        page_latest: 3,
      },
    ]);
  });

  test('returns the same values on every engine', async () => {
    const { db } = wiki;
    expect(await db.selectFrom('page_restrictions').selectAll('page_restrictions').execute()).toEqual([
      { pr_id: 1, pr_page: 1, pr_type: 'edit', pr_level: 'sysop', pr_cascade: 0, pr_expiry: '20300101000000' },
    ]);
    expect(await db.selectFrom('block').select(['bl_id', 'bl_expiry', 'bl_sitewide']).orderBy('bl_id').execute()).toEqual([
      { bl_id: 1, bl_expiry: 'infinity', bl_sitewide: 0 },
      { bl_id: 2, bl_expiry: '20300101000000', bl_sitewide: 1 },
    ]);
    expect(
      await db
        .selectFrom('block_target')
        .select(['bt_address', 'bt_range_start', 'bt_range_end', 'bt_user_text'])
        .orderBy('bt_id')
        .execute(),
    ).toEqual([
      { bt_address: null, bt_range_start: null, bt_range_end: null, bt_user_text: 'Vandal' },
      { bt_address: '192.0.2.0/24', bt_range_start: 'C0000200', bt_range_end: 'C00002FF', bt_user_text: null },
    ]);
    const [category] = await db.selectFrom('categorylinks').selectAll('categorylinks').execute();
    expect(category).toMatchObject({
      cl_from: 1,
      cl_target_id: expect.any(Number),
      cl_sortkey: Buffer.from('X\nMAIN PAGE'),
      cl_sortkey_prefix: 'x',
      cl_type: 'page',
    });
    expect(category?.cl_timestamp).toMatch(/^20240101\d{6}$/);
    const [text] = await db.selectFrom('text').select('old_text').where('old_id', '=', 1).execute();
    expect(Buffer.from(text?.old_text ?? []).toString()).toBe('Welcome to [[Über uns]]');
    const [archived] = await db.selectFrom('filearchive').select(['fa_metadata', 'fa_timestamp']).execute();
    expect(Buffer.from(archived?.fa_metadata ?? []).toString()).toBe('{"data":[]}');
    expect(
      (await db.selectFrom('user').select(['user_id', 'user_token', 'user_email_token']).where('user_name', '=', 'Admin').execute())[0],
    ).toEqual({
      user_id: 1,
      user_token: expect.stringMatching(/^\w{32}$/),
      user_email_token: null,
    });
    const [tokens] = await db.selectFrom('page').select(['page_random', 'page_len']).where('page_id', '=', 1).execute();
    expect(tokens?.page_random).toBeCloseTo(0.618, 3);
    const changes = await db
      .selectFrom('recentchanges')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .execute();
    expect(changes).toEqual([{ n: 7 }]);
    expect(await db.selectFrom('archive').select(['ar_title', 'ar_deleted', 'ar_rev_id']).orderBy('ar_id').execute()).toMatchObject([
      { ar_title: 'Gone', ar_deleted: 0 },
      { ar_title: 'Gone', ar_deleted: 5 },
    ]);
    expect(await db.selectFrom('redirect').selectAll('redirect').orderBy('rd_from').execute()).toMatchObject([
      { rd_namespace: 0, rd_title: 'Main_Page', rd_interwiki: '', rd_fragment: 'top' },
      { rd_title: 'Moved' },
    ]);
    expect((await db.selectFrom('site_stats').selectAll('site_stats').execute())[0]).toMatchObject({
      ss_total_pages: 5,
      ss_users: 3,
      ss_images: 0,
    });
  });

  test('supports keyset pagination in both directions', async () => {
    for (const dir of ['older', 'newer'] as const) {
      const read = async (limit: number) => {
        const seen: string[] = [];
        let from: string | undefined;
        do {
          const rows = await readPage(wiki.db.selectFrom('recentchanges').select(['rc_id', 'rc_title', 'rc_timestamp']), {
            by: { rc_title: 'string', rc_timestamp: 'timestamp', rc_id: 'int' },
            dir,
            limit,
            continue: from,
          });
          seen.push(...rows.map(row => `${row.rc_title}|${row.rc_timestamp}|${row.rc_id}`));
          from = rows.next as string | undefined;
        } while (from !== undefined);
        return seen;
      };
      const all = await read(100);
      expect(all).toHaveLength(7);
      expect(await read(1)).toEqual(all);
      expect(await read(3)).toEqual(all);
      expect(all.toSorted((a, b) => (a < b ? -1 : 1) * (dir === 'newer' ? 1 : -1)).map(line => line.split('|')[0])).toEqual(
        all.map(line => line.split('|')[0]),
      );
    }
  });

  test('stores the data of users', async () => {
    const [stashed] = await wiki.db.selectFrom('uploadstash').select(['us_key', 'us_props', 'us_image_width', 'us_chunk_inx']).execute();
    expect(stashed).toEqual({ us_key: '1.png', us_props: expect.any(Uint8Array), us_image_width: 5, us_chunk_inx: null });
    expect(Buffer.from(stashed?.us_props ?? []).toString()).toContain('s:5:"width";i:5;');
    expect(await wiki.db.selectFrom('user_newtalk').select(['user_id', 'user_ip']).execute()).toEqual([
      { user_id: 0, user_ip: '192.0.2.7' },
    ]);
    expect(await wiki.db.selectFrom('querycachetwo').select(['qcc_title', 'qcc_namespace']).execute()).toEqual([
      { qcc_title: 'Bob', qcc_namespace: 2 },
    ]);
  });

  test('finds existing pages', () => {
    expect(wiki.get('main_Page')).toEqual({ id: 1, namespace: 0, dbkey: 'Main_Page', latest: 3 });
    expect(() => wiki.get('Packed elsewhere')).toThrow('The page "Packed elsewhere" does not exist.');
  });
});

test('serializePhp serializes arrays and scalars as PHP does', () => {
  expect(serializePhp({ '4::user': 'Ä', 0: [1, true, null, 0.5] })).toBe(
    'a:2:{i:0;a:4:{i:0;i:1;i:1;b:1;i:2;N;i:3;d:0.5;}s:7:"4::user";s:2:"Ä";}',
  );
});
