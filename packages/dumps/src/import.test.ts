import { join } from 'node:path';
import { engines } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { describe, expect, it, vi } from 'vitest';
import { Place, page } from './import.test-kit.ts';
import type { Progress } from './index.ts';

// Imports start threads, which can take longer than the default timeout.
vi.setConfig({ testTimeout: 60_000 });

describe.each(engines)('an import of an XML dump on %s', engine => {
  it('writes pages, revisions, contents and authors', async () => {
    const place = await Place.make(engine);
    await place.import({
      pages: [
        page(
          7,
          'Heron',
          { id: 70, timestamp: '20240101000000', user: ['Ada', 5], comment: 'begin', text: 'A bird.', sha1: 'x'.repeat(31) },
          { id: 71, parent: 70, timestamp: '20240102000000', comment: 'begin', minor: true, text: 'A große bird.', slots: { note: 'So.' } },
          { id: 72, parent: 71, timestamp: '20240103000000', user: null, comment: null, text: null, bytes: 20 },
        ),
        { ...page(8, 'Talk:Heron', { id: 80, user: ['Ada', 5] }), namespace: 1, restrictions: 'edit=sysop' },
      ],
    });
    const { revisions, pages, users, texts } = await place.read(async db => ({
      revisions: await db
        .selectFrom('revision')
        .innerJoin('actor', 'actor_id', 'rev_actor')
        .innerJoin('comment', 'comment_id', 'rev_comment_id')
        .select([
          'rev_id',
          'rev_page',
          'rev_timestamp',
          'rev_minor_edit',
          'rev_deleted',
          'rev_len',
          'rev_parent_id',
          'actor_name',
          'comment_text',
        ])
        .orderBy('rev_id')
        .execute(),
      pages: await db.selectFrom('page').selectAll().orderBy('page_id').execute(),
      users: await db.selectFrom('user').select(['user_id', 'user_name', 'user_editcount']).execute(),
      texts: await db
        .selectFrom('slots')
        .innerJoin('slot_roles', 'role_id', 'slot_role_id')
        .innerJoin('content', 'content_id', 'slot_content_id')
        .select(['slot_revision_id', 'role_name', 'content_size', 'content_sha1', 'content_address'])
        .orderBy('slot_revision_id')
        .orderBy('role_name')
        .execute(),
    }));
    const plain = { rev_minor_edit: 0, rev_deleted: 0, rev_page: 7 };
    expect(revisions).toEqual([
      { ...plain, rev_id: 70, rev_timestamp: '20240101000000', rev_len: 7, rev_parent_id: 0, actor_name: 'Ada', comment_text: 'begin' },
      {
        ...{ rev_id: 71, rev_page: 7, rev_timestamp: '20240102000000', rev_minor_edit: 1, rev_deleted: 0, rev_len: 17, rev_parent_id: 70 },
        ...{ actor_name: '192.0.2.7', comment_text: 'begin' },
      },
      {
        ...{ rev_id: 72, rev_page: 7, rev_timestamp: '20240103000000', rev_minor_edit: 0, rev_deleted: 7, rev_len: 20, rev_parent_id: 71 },
        ...{ actor_name: 'Unknown user', comment_text: '' },
      },
      {
        ...plain,
        rev_page: 8,
        rev_id: 80,
        rev_timestamp: '20240101000000',
        rev_len: 0,
        rev_parent_id: 0,
        actor_name: 'Ada',
        comment_text: '',
      },
    ]);
    expect(pages).toMatchObject([
      { page_id: 7, page_namespace: 0, page_title: 'Heron', page_latest: 72, page_len: 20, page_is_new: 0, page_touched: '20240103000000' },
      { page_id: 8, page_namespace: 1, page_title: 'Heron', page_latest: 80, page_is_new: 1 },
    ]);
    expect(users).toEqual([{ user_id: 5, user_name: 'Ada', user_editcount: 2 }]);
    expect(texts).toEqual([
      { slot_revision_id: 70, role_name: 'main', content_size: 7, content_sha1: 'x'.repeat(31), content_address: 'tt:1' },
      {
        slot_revision_id: 71,
        role_name: 'main',
        content_size: 14,
        content_sha1: 'b8j43qomcegnuuscw9nubk6vmlf3oc9',
        content_address: 'tt:2',
      },
      {
        slot_revision_id: 71,
        role_name: 'note',
        content_size: 3,
        content_sha1: 'bw05mxw97gd3mrs0y3wxo30wf38dt51',
        content_address: 'tt:3',
      },
      { slot_revision_id: 72, role_name: 'main', content_size: 20, content_sha1: '', content_address: 'bad:missing' },
      {
        slot_revision_id: 80,
        role_name: 'main',
        content_size: 0,
        content_sha1: 'phoiac9h4m842xq45sp7s6u21eteeq1',
        content_address: 'tt:4',
      },
    ]);
  });

  it('derives links, properties, redirects, totals and the search index', async () => {
    const place = await Place.make(engine);
    await place.import({
      pages: [
        { ...page(1, 'Template:Box', { id: 1, text: '[[Category:Boxed|{{{1}}}]] [[Pond]] {{Old}}' }), namespace: 10 },
        { ...page(2, 'Template:Old', { id: 2, text: '#REDIRECT [[Template:New]]' }), namespace: 10, redirect: 'Template:New' },
        { ...page(3, 'Template:New', { id: 3, text: 'https://pond.example/a' }), namespace: 10 },
        page(4, 'Heron', {
          id: 4,
          text: '{{Box|grey}} {{SHORTDESC: grey <b>bird</b> &amp; fisher}}{{DEFAULTSORT:bird}} __NOTOC__ [[Category:Birds]] [[File:H.png|a [[reed]]]] {{#invoke:M}}',
        }),
        { ...page(5, 'Egret', { id: 5, text: '#REDIRECT [[Heron#Kin]]' }), redirect: 'Heron' },
        { ...page(6, 'Category:Empty', { id: 6, text: '' }), namespace: 14 },
      ],
    });
    const rows = await place.read(async db => ({
      links: await db
        .selectFrom('pagelinks')
        .innerJoin('linktarget', 'lt_id', 'pl_target_id')
        .select('lt_title')
        .where('pl_from', '=', 4)
        .orderBy('lt_title')
        .execute(),
      templates: await db
        .selectFrom('templatelinks')
        .innerJoin('linktarget', 'lt_id', 'tl_target_id')
        .select('lt_title')
        .where('tl_from', '=', 4)
        .orderBy('lt_title')
        .execute(),
      categories: await db
        .selectFrom('categorylinks')
        .innerJoin('linktarget', 'lt_id', 'cl_target_id')
        .select(['lt_title', 'cl_sortkey_prefix', 'cl_timestamp', 'cl_type'])
        .where('cl_from', '=', 4)
        .orderBy('lt_title')
        .execute(),
      files: await db.selectFrom('imagelinks').innerJoin('linktarget', 'lt_id', 'il_target_id').select(['il_from', 'lt_title']).execute(),
      urls: await db.selectFrom('externallinks').select(['el_from', 'el_to_domain_index', 'el_to_path']).orderBy('el_from').execute(),
      properties: await db.selectFrom('page_props').select(['pp_propname', 'pp_value']).orderBy('pp_propname').execute(),
      redirects: await db.selectFrom('redirect').selectAll().orderBy('rd_from').execute(),
      counts: await db.selectFrom('category').select(['cat_title', 'cat_pages']).orderBy('cat_title').execute(),
      totals: await db.selectFrom('site_stats').select(['ss_total_edits', 'ss_total_pages', 'ss_good_articles']).execute(),
    }));
    expect(rows).toEqual({
      links: [{ lt_title: 'Pond' }, { lt_title: 'Reed' }],
      templates: [{ lt_title: 'Box' }, { lt_title: 'New' }, { lt_title: 'Old' }],
      categories: [
        { lt_title: 'Birds', cl_sortkey_prefix: 'bird', cl_timestamp: '20240101000000', cl_type: 'page' },
        { lt_title: 'Boxed', cl_sortkey_prefix: 'grey', cl_timestamp: '20240101000000', cl_type: 'page' },
      ],
      files: [{ il_from: 4, lt_title: 'H.png' }],
      urls: [1, 3, 4].map(id => ({ el_from: id, el_to_domain_index: 'https://example.pond.', el_to_path: '/a' })),
      properties: [
        { pp_propname: 'defaultsort', pp_value: 'bird' },
        { pp_propname: 'notoc', pp_value: '' },
        { pp_propname: 'page_image_free', pp_value: 'H.png' },
        { pp_propname: 'wikibase-shortdesc', pp_value: 'grey bird & fisher' },
      ],
      redirects: [
        { rd_from: 2, rd_namespace: 10, rd_title: 'New', rd_interwiki: '', rd_fragment: '' },
        { rd_from: 5, rd_namespace: 0, rd_title: 'Heron', rd_interwiki: '', rd_fragment: 'Kin' },
      ],
      counts: [
        { cat_title: 'Birds', cat_pages: 1 },
        { cat_title: 'Boxed', cat_pages: 2 },
        { cat_title: 'Empty', cat_pages: 0 },
      ],
      totals: [{ ss_total_edits: 6, ss_total_pages: 6, ss_good_articles: 1 }],
    });
    expect(place.warnings).toEqual(['These variables and functions were not expanded, so their links are missing: #invoke (on 1 page).']);
  });

  it('resumes after an interruption and produces the same rows', async () => {
    const revisions = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: from + i,
        timestamp: String(20240101000000 + i),
        user: [`User ${i % 7}`, (i % 7) + 1] as const,
        text: `[[Link ${i}]]`,
      }));
    const dump = { pages: [page(1, 'Long', ...revisions(1, 5000)), page(2, 'Short', ...revisions(5001, 10))] };
    const whole = await Place.make(engine);
    await whole.import(dump);

    const ended = await Place.make(engine);
    const path = await ended.file('dump.xml', writeXml(dump));
    let updates = 0;
    const fails: Progress = {
      begin: () => {},
      update: () => {
        if (++updates === 2) throw new Error('ended');
      },
      end: () => {},
      warn: () => {},
    };
    await expect(ended.run([path], { progress: fails })).rejects.toThrow('ended');
    expect(await ended.titles()).toEqual([]);
    await ended.run([path]);
    expect(await ended.contents()).toEqual(await whole.contents());
    await ended.run([path]);
    expect(ended.warnings).toEqual(['dump.xml: already imported.']);
  });
});

describe('another dump of an imported wiki', () => {
  it('adds revisions, applies moves and suppresses content that was suppressed in the meantime', async () => {
    const place = await Place.make();
    const old = { id: 10, timestamp: '20240101000000', user: ['Ada', 5], text: '[[A]]' } as const;
    await place.import({ pages: [page(1, 'Heron', old), page(2, 'Crane', { id: 20, text: 'x' }), page(3, 'Gone', { id: 30, text: 'y' })] });
    await place.import(
      {
        pages: [
          page(1, 'Grey heron', { ...old, user: null }, { id: 11, parent: 10, timestamp: '20240201000000', text: '[[B]]' }),
          { ...page(4, 'Heron', { id: 40, text: '#REDIRECT [[Grey heron]]' }), redirect: 'Grey heron' },
          page(5, 'Gone', { id: 50, text: 'z' }),
        ],
      },
      {},
      'newer.xml',
    );
    expect(await place.titles()).toEqual(['0:Grey_heron', '0:Crane', '0:Heron', '0:Gone']);
    const { revisions, links } = await place.read(async db => ({
      revisions: await db.selectFrom('revision').select(['rev_id', 'rev_deleted']).orderBy('rev_id').execute(),
      links: await db
        .selectFrom('pagelinks')
        .innerJoin('linktarget', 'lt_id', 'pl_target_id')
        .select('lt_title')
        .where('pl_from', '=', 1)
        .execute(),
    }));
    // The first page with the title "Gone" was deleted, because another page has its title.
    expect(revisions.map(row => row.rev_id)).toEqual([10, 11, 20, 40, 50]);
    expect(revisions[0]).toEqual({ rev_id: 10, rev_deleted: 4 });
    expect(links).toEqual([{ lt_title: 'B' }]);
  });

  it('updates links even if its import was interrupted and is not repeated', async () => {
    const place = await Place.make();
    const old = { id: 10, timestamp: '20240101000000', text: '[[A]]' };
    await place.import({ pages: [page(1, 'Heron', old)] });
    const update = (): void => {
      throw new Error('ended');
    };
    const newer = { pages: [page(1, 'Heron', { id: 11, parent: 10, timestamp: '20240201000000', text: '[[B]]' })] };
    const ends: Progress = { begin: () => {}, update, end: () => {}, warn: () => {} };
    await expect(place.import(newer, { progress: ends }, 'newer.xml')).rejects.toThrow('ended');
    await place.run([join(place.folder, 'dump.xml')]);
    const links = await place.read(db =>
      db.selectFrom('pagelinks').innerJoin('linktarget', 'lt_id', 'pl_target_id').select('lt_title').execute(),
    );
    expect(links).toEqual([{ lt_title: 'B' }]);
  });

  it('changes no page if it is older than the database', async () => {
    const place = await Place.make();
    const first = { id: 10, timestamp: '20240101000000', text: 'old' };
    await place.import({ pages: [page(1, 'Heron', { id: 11, parent: 10, timestamp: '20240201000000', text: 'new' })] });
    await place.import({ pages: [page(1, 'Heron', first)] }, {}, 'older.xml');
    const row = await place.read(db => db.selectFrom('page').select(['page_latest', 'page_len']).executeTakeFirst());
    expect(row).toEqual({ page_latest: 11, page_len: 3 });
    expect(await place.read(db => db.selectFrom('revision').select('rev_id').orderBy('rev_id').execute())).toHaveLength(2);
  });
});

it('an import writes only selected namespaces and pages, and skips links on request', async () => {
  const pages = [
    { ...page(1, 'Talk:A', { id: 1, text: '[[X]]' }), namespace: 1 },
    page(2, 'B', { id: 2, text: '[[X]]' }),
    page(3, 'C', { id: 3, text: '[[X]]' }),
  ];
  const some = await Place.make();
  await some.import({ pages }, { namespaces: [0], limit: 1, without: new Set(['links', 'search']) });
  expect(await some.titles()).toEqual(['0:B']);
  expect(await some.read(db => db.selectFrom('pagelinks').selectAll().execute())).toEqual([]);
});

it('imports upload records and log entries', async () => {
  const place = await Place.make();
  const uploads = [
    { name: 'H.png', archive: '20240102000000!H.png', size: 3, sha1: 'a'.repeat(31), timestamp: '20240101000000' },
    { name: 'H.png', size: 4, sha1: 'b'.repeat(31), timestamp: '20240102000000' },
  ];
  const xml = await place.file('dump.xml', writeXml({ pages: [{ ...page(1, 'File:H.png', { id: 1, text: '' }), namespace: 6, uploads }] }));
  const log = await place.file(
    'log.xml',
    writeXml({
      log: [
        {
          id: 1,
          type: 'newusers',
          action: 'create',
          title: 'User:Ada',
          user: ['Ada', 1],
          params: 'a:1:{s:9:"4::userid";i:1;}',
          timestamp: '20230101000000',
        },
        { id: 2, type: 'delete', action: 'delete', title: null, user: null, comment: null },
      ],
    }),
  );
  await place.run([xml, log]);
  const rows = await place.read(async db => ({
    image: await db.selectFrom('image').select(['img_name', 'img_size', 'img_minor_mime', 'img_timestamp']).execute(),
    old: await db.selectFrom('oldimage').select(['oi_archive_name', 'oi_size']).execute(),
    log: await db
      .selectFrom('logging')
      .select(['log_id', 'log_type', 'log_namespace', 'log_title', 'log_deleted'])
      .orderBy('log_id')
      .execute(),
    user: await db.selectFrom('user').select(['user_name', 'user_registration']).execute(),
  }));
  expect(rows).toEqual({
    image: [{ img_name: 'H.png', img_size: 4, img_minor_mime: 'png', img_timestamp: '20240102000000' }],
    old: [{ oi_archive_name: '20240102000000!H.png', oi_size: 3 }],
    log: [
      { log_id: 1, log_type: 'newusers', log_namespace: 2, log_title: 'Ada', log_deleted: 0 },
      { log_id: 2, log_type: 'delete', log_namespace: 0, log_title: '', log_deleted: 7 },
    ],
    user: [{ user_name: 'Ada', user_registration: '20230101000000' }],
  });
});

describe.each(engines.filter(engine => engine === 'postgres'))('an import into %s', engine => {
  it('creates the schema in its URL', async () => {
    const place = await Place.make(engine);
    const made = place.inNewSchema(`${new URL(place.url).searchParams.get('schema')} "new`);
    const { failures, description, site } = await made.import({
      sitename: 'Ponds',
      pages: [page(1, 'Heron', { id: 1, text: '[[Stork]]' })],
    });
    expect(failures).toEqual([]);
    expect([description, site]).toEqual([
      { query: expect.objectContaining({ general: expect.objectContaining({ sitename: 'Ponds' }) }) },
      undefined,
    ]);
    expect(await made.titles()).toEqual(['0:Heron']);
    expect(await made.read(db => db.selectFrom('pagelinks').select('pl_from').execute())).toEqual([{ pl_from: 1 }]);
    expect(await place.titles()).toEqual([]);
  });
});
