// Table dumps of all layouts into real databases.
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { type TableName, tables } from '@wikiquery/database';
import { engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { writeXml } from '@wikiquery/wiki-builder';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportOptions, importSources } from '../index.ts';

type Value = string | number | null;

/** What mysqldump writes of a table. */
function dumpOf(table: string, columns: readonly string[], rows: readonly (readonly Value[])[]): string {
  const written = rows.map(
    row => `(${row.map(value => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))).join(',')})`,
  );
  const head = `-- MySQL dump 10.13\nDROP TABLE IF EXISTS \`${table}\`;\nCREATE TABLE \`${table}\` (\n${columns.map(each => `  \`${each}\` blob`).join(',\n')}\n);\n`;
  return `${head}${written.length > 0 ? `INSERT INTO \`${table}\` VALUES ${written.join(',')};\n` : ''}-- Dump completed on 2026-01-01\n`;
}

const PAGE = [
  'page_id',
  'page_namespace',
  'page_title',
  'page_is_redirect',
  'page_is_new',
  'page_random',
  'page_touched',
  'page_latest',
  'page_len',
];
const pages = dumpOf('page', PAGE, [
  [1, 0, 'Heron', 0, 1, 0.25, '20240101000000', 10, 5],
  [2, 1, "Heron's", 0, 0, 0.5, '20240101000000', 20, 5],
  [3, 14, 'Birds', 0, 0, 0.75, '20240101000000', 30, 5],
]);
const linktarget = dumpOf(
  'linktarget',
  ['lt_id', 'lt_namespace', 'lt_title'],
  [
    [7, 0, 'Bird'],
    [8, 10, 'Box'],
    [9, 14, 'Birds'],
    [10, 6, 'Heron.png'],
  ],
);

const DERIVE: Partial<ImportOptions> = { without: new Set(['search']) };

describe.each(engines)('table dumps on %s', engine => {
  let wiki: TestWiki;
  let folder: string;
  let warnings: string[];

  beforeEach(async () => {
    wiki = await openWiki(engine);
    folder = await mkdtemp(join(tmpdir(), 'wikiquery-sql-'));
    warnings = [];
  });
  afterEach(async () => {
    await wiki.close();
    await rm(folder, { recursive: true });
  });

  async function file(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  }

  /** Imports dumps, by the names of their files. */
  async function run(dumps: Readonly<Record<string, string | Uint8Array>>, options: Partial<ImportOptions> = {}) {
    const paths = await Promise.all(Object.entries(dumps).map(([name, content]) => file(name, content)));
    const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: (message: string) => warnings.push(message) };
    return importSources(wiki.url, paths, { progress, without: new Set(['links', 'search']), ...options });
  }

  async function rows(table: TableName, ...columns: string[]): Promise<unknown[][]> {
    const order = sql.join((tables[table].primaryKey as readonly string[]).map(column => sql.ref(column)));
    const found = await wiki.db
      .selectFrom(table)
      .select(columns as never)
      .orderBy(order as never)
      .execute();
    return found.map(row => columns.map(column => (row as Record<string, unknown>)[column]));
  }

  describe('of today', () => {
    it('replace what the tables have, compressed in any way', async () => {
      await run({ 'page.sql': pages, 'linktarget.sql.gz': gzipSync(linktarget) });
      expect(
        await rows('page', 'page_id', 'page_namespace', 'page_title', 'page_is_new', 'page_random', 'page_touched', 'page_lang'),
      ).toEqual([
        [1, 0, 'Heron', 1, 0.25, '20240101000000', null],
        [2, 1, "Heron's", 0, 0.5, '20240101000000', null],
        [3, 14, 'Birds', 0, 0.75, '20240101000000', null],
      ]);
      const links = dumpOf(
        'pagelinks',
        ['pl_from', 'pl_from_namespace', 'pl_target_id'],
        [
          [1, 0, 7],
          [2, 1, 7],
        ],
      );
      await run({ 'pagelinks.sql.zst': zstdCompressSync(links) });
      expect(await rows('pagelinks', 'pl_from', 'pl_target_id', 'pl_from_namespace')).toEqual([
        [1, 7, 0],
        [2, 7, 1],
      ]);
      const newer = dumpOf('pagelinks', ['pl_from', 'pl_from_namespace', 'pl_target_id'], [[3, 14, 8]]);
      await run({ 'newer-pagelinks.sql': newer });
      expect(await rows('pagelinks', 'pl_from', 'pl_target_id', 'pl_from_namespace')).toEqual([[3, 8, 14]]);
      expect(warnings).toEqual([]);
    });

    it('name files and categories by numbers, which become titles', async () => {
      await run({
        'imagelinks.sql': dumpOf(
          'imagelinks',
          ['il_from', 'il_from_namespace', 'il_target_id'],
          [
            [1, 0, 10],
            [1, 0, 999],
          ],
        ),
        'categorylinks.sql': dumpOf(
          'categorylinks',
          ['cl_from', 'cl_sortkey', 'cl_timestamp', 'cl_sortkey_prefix', 'cl_type', 'cl_collation_id', 'cl_target_id'],
          [[1, 'HERON', '2025-02-17 13:31:43', '', 'page', 1, 9]],
        ),
        'linktarget.sql': linktarget,
      });
      expect(await rows('imagelinks', 'il_from', 'il_to', 'il_from_namespace')).toEqual([[1, 'Heron.png', 0]]);
      expect(await rows('categorylinks', 'cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp', 'cl_type')).toEqual([
        [1, 'Birds', Buffer.from('HERON'), '20250217133143', 'page'],
      ]);
      expect(warnings).toEqual([expect.stringMatching(/^imagelinks.sql: 1 rows of imagelinks were left out: .*linktarget/)]);
    });

    it('wait for the link targets, and come when they do', async () => {
      const xml = writeXml({ pages: [{ id: 1, title: 'Heron', revisions: [{ id: 10, text: '[[Egret]]' }] }] });
      const links = dumpOf('pagelinks', ['pl_from', 'pl_from_namespace', 'pl_target_id'], [[1, 0, 7]]);
      const { failures } = await run({ 'abwiki-20260101-pagelinks.sql': links, 'dump.xml': xml }, DERIVE);
      expect(failures).toEqual([]);
      expect(warnings).toEqual([expect.stringContaining('https://dumps.wikimedia.org/abwiki/20260101/abwiki-20260101-linktarget.sql.gz')]);
      const titles = () =>
        wiki.db.selectFrom('pagelinks').innerJoin('linktarget', 'lt_id', 'pl_target_id').select(['pl_from', 'lt_title']).execute();
      expect(await titles()).toEqual([{ pl_from: 1, lt_title: 'Egret' }]);
      await run({ 'abwiki-20260101-linktarget.sql': linktarget }, DERIVE);
      expect(await titles()).toEqual([{ pl_from: 1, lt_title: 'Bird' }]);
    });

    it('name authors and summaries that are not there', async () => {
      const columns = ['img_name', 'img_size', 'img_metadata', 'img_description_id', 'img_actor', 'img_timestamp', 'img_sha1'];
      await run({ 'image.sql': dumpOf('image', columns, [['A.png', 5, '', 400, 500, '20240101000000', 'abc']]) });
      const found = await wiki.db
        .selectFrom('image')
        .innerJoin('actor', 'actor_id', 'img_actor')
        .innerJoin('comment', 'comment_id', 'img_description_id')
        .select(['img_name', 'img_media_type', 'actor_name', 'comment_text'])
        .execute();
      expect(found).toEqual([{ img_name: 'A.png', img_media_type: null, actor_name: 'Unknown user', comment_text: '' }]);
      expect(warnings).toEqual([expect.stringContaining('comment and actor')]);
    });

    it('can all be in one file, with tables that MediaWiki does not have', async () => {
      const actors = dumpOf('actor', ['actor_id', 'actor_user', 'actor_name'], [[500, 5, 'Ada']]);
      const comments = dumpOf('comment', ['comment_id', 'comment_hash', 'comment_text', 'comment_data'], [[400, 0, 'mine', null]]);
      const images = dumpOf(
        'image',
        ['img_name', 'img_metadata', 'img_description_id', 'img_actor', 'img_timestamp'],
        [['A.png', '', 400, 500, '20240101000000']],
      );
      await run({
        'wiki.sql': actors + comments + dumpOf('geo_tags', ['gt_id'], [[1]]) + images + dumpOf('objectcache', ['keyname'], [['a']]) + pages,
      });
      expect(await rows('image', 'img_name', 'img_description_id', 'img_actor')).toEqual([['A.png', 400, 500]]);
      expect(await rows('actor', 'actor_id', 'actor_name')).toEqual([[500, 'Ada']]);
      expect(await rows('page', 'page_id')).toEqual([[1], [2], [3]]);
      expect(warnings).toEqual([expect.stringContaining('The table geo_tags is none of MediaWiki')]);
    });

    it('leave what the text of pages would give as it is', async () => {
      const xml = writeXml({
        pages: [{ id: 1, title: 'Heron', revisions: [{ id: 10, text: '[[Egret]] [[Category:Birds]]' }] }],
      });
      const stats = dumpOf(
        'site_stats',
        ['ss_row_id', 'ss_total_views', 'ss_total_edits', 'ss_good_articles', 'ss_total_pages'],
        [[1, 5, 77, 6, 9]],
      );
      await run(
        {
          'dump.xml': xml,
          'categorylinks.sql': dumpOf('categorylinks', ['cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp'], []),
          'category.sql': dumpOf(
            'category',
            ['cat_id', 'cat_title', 'cat_pages', 'cat_subcats', 'cat_files', 'cat_hidden'],
            [[4, 'Birds', 12, 3, 1, 0]],
          ),
          'site_stats.sql': stats,
        },
        DERIVE,
      );
      expect(await rows('categorylinks', 'cl_from')).toEqual([]);
      expect(await rows('pagelinks', 'pl_from')).toEqual([[1]]);
      expect(await rows('category', 'cat_id', 'cat_title', 'cat_pages')).toEqual([[4, 'Birds', 12]]);
      expect(await rows('site_stats', 'ss_total_edits', 'ss_total_pages', 'ss_images')).toEqual([[77, 9, null]]);
    });

    it('keep bytes that are no text', async () => {
      const dump = dumpOf(
        'categorylinks',
        ['cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp'],
        [
          [1, 'Birds', 'BYTES', '2025-02-17 13:31:43'],
          [2, 'Birds', 'CD', '2025-02-17 13:31:43'],
        ],
      );
      const [before, behind] = dump.split('BYTES') as [string, string];
      await run({ 'categorylinks.sql': Buffer.concat([Buffer.from(before), Buffer.from([0x41, 0xff, 0xfe]), Buffer.from(behind)]) });
      expect(await rows('categorylinks', 'cl_from', 'cl_sortkey')).toEqual([
        [1, Buffer.from([0x41, 0xff, 0xfe])],
        [2, Buffer.from('CD')],
      ]);
      // PostgreSQL has them as hexadecimal digits, which stand elsewhere.
      if (engine === 'postgres') return;
      const ordered = await wiki.db.selectFrom('categorylinks').select('cl_from').orderBy('cl_sortkey').execute();
      expect(ordered.map(row => row.cl_from)).toEqual([1, 2]);
    });
  });

  describe('of older MediaWikis', () => {
    it('give links titles instead of numbers, and no namespace of their page', async () => {
      await run({
        'page.sql': pages,
        'linktarget.sql': linktarget,
        'templatelinks.sql': dumpOf('templatelinks', ['tl_from', 'tl_namespace', 'tl_title'], [[2, 10, 'Box']]),
        'pagelinks.sql': dumpOf(
          'pagelinks',
          ['pl_from', 'pl_namespace', 'pl_title', 'pl_from_namespace'],
          [
            [1, 0, 'Bird', 0],
            [1, 0, 'Egret', 0],
            [2, 0, 'Egret', 1],
          ],
        ),
      });
      expect(await rows('templatelinks', 'tl_from', 'tl_target_id', 'tl_from_namespace')).toEqual([[2, 8, 1]]);
      expect(await rows('pagelinks', 'pl_from', 'pl_target_id', 'pl_from_namespace')).toEqual([
        [1, 7, 0],
        [1, 11, 0],
        [2, 11, 1],
      ]);
      expect(await rows('linktarget', 'lt_id', 'lt_title')).toEqual([
        ...[
          [7, 'Bird'],
          [8, 'Box'],
          [9, 'Birds'],
          [10, 'Heron.png'],
          [11, 'Egret'],
        ],
      ]);
      // New numbers, and the links follow.
      await run({
        'newer-linktarget.sql': dumpOf(
          'linktarget',
          ['lt_id', 'lt_namespace', 'lt_title'],
          [
            [70, 0, 'Bird'],
            [71, 10, 'Box'],
          ],
        ),
      });
      expect(await rows('pagelinks', 'pl_from', 'pl_target_id')).toEqual([
        [1, 70],
        [1, 72],
        [2, 72],
      ]);
      expect(await rows('templatelinks', 'tl_target_id')).toEqual([[71]]);
    });

    it('have URLs whole', async () => {
      const columns = ['el_id', 'el_from', 'el_to', 'el_index', 'el_index_60'];
      await run({
        'externallinks.sql': dumpOf('externallinks', columns, [
          [1, 1, 'https://www.example.org/a?b#c', 'https://org.example.www./a?b#c', ''],
          [2, 1, '//example.org/x', 'http://org.example./x', ''],
          [3, 1, '//example.org/x', 'https://org.example./x', ''],
          [4, 1, 'gibberish', '', ''],
        ]),
      });
      expect(await rows('externallinks', 'el_id', 'el_to_domain_index', 'el_to_path')).toEqual([
        [1, 'https://org.example.www.', '/a?b#c'],
        [3, 'https://org.example.', '/x'],
      ]);
    });

    it('have the types of category members nowhere', async () => {
      await run({
        'categorylinks.sql': dumpOf(
          'categorylinks',
          ['cl_from', 'cl_to', 'cl_sortkey', 'cl_timestamp'],
          [
            [1, 'A', 'x', '2010-01-01 00:00:00'],
            [3, 'A', 'y', '0000-00-00 00:00:00'],
          ],
        ),
        'page.sql': pages,
      });
      expect(await rows('categorylinks', 'cl_from', 'cl_type', 'cl_timestamp')).toEqual([
        [1, 'page', '20100101000000'],
        [3, 'subcat', '19700101000001'],
      ]);
    });

    it('have authors, summaries and tags in their rows', async () => {
      const log = [
        'log_id',
        'log_type',
        'log_action',
        'log_timestamp',
        'log_user',
        'log_user_text',
        'log_namespace',
        'log_title',
        'log_comment',
        'log_params',
        'log_deleted',
      ];
      await run({
        'logging.sql': dumpOf('logging', log, [
          [1, 'move', 'move', '20100101000000', 5, 'Ada', 0, 'Heron', 'because', '', 0],
          [2, 'move', 'move', '20100101000001', 0, '192.0.2.7', 0, 'Heron', 'because', '', 0],
        ]),
        'change_tag.sql': dumpOf(
          'change_tag',
          ['ct_rc_id', 'ct_log_id', 'ct_rev_id', 'ct_tag', 'ct_params'],
          [
            [null, null, 10, 'bold', null],
            [null, null, 20, 'bold', null],
          ],
        ),
      });
      const entries = await wiki.db
        .selectFrom('logging')
        .innerJoin('actor', 'actor_id', 'log_actor')
        .innerJoin('comment', 'comment_id', 'log_comment_id')
        .select(['log_id', 'actor_user', 'actor_name', 'comment_text', 'log_page'])
        .orderBy('log_id')
        .execute();
      expect(entries).toEqual([
        { log_id: 1, actor_user: 5, actor_name: 'Ada', comment_text: 'because', log_page: null },
        { log_id: 2, actor_user: null, actor_name: '192.0.2.7', comment_text: 'because', log_page: null },
      ]);
      expect(await rows('user', 'user_id', 'user_name')).toEqual([[5, 'Ada']]);
      expect(await rows('change_tag_def', 'ctd_name', 'ctd_count')).toEqual([['bold', 2]]);
      expect(await rows('change_tag', 'ct_rev_id')).toEqual([[10], [20]]);
    });

    it('have the protection in the row of the page', async () => {
      const dump = dumpOf(
        'page',
        [...PAGE, 'page_restrictions', 'page_counter'],
        [
          [1, 0, 'Heron', 0, 1, 0.25, '20240101000000', 10, 5, 'edit=autoconfirmed:move=sysop', 3],
          [2, 0, 'Egret', 0, 1, 0.25, '20240101000000', 10, 5, 'sysop', 3],
          [3, 0, 'Crane', 0, 1, 0.25, '20240101000000', 10, 5, '', 3],
        ],
      );
      const table = dumpOf(
        'page_restrictions',
        ['pr_page', 'pr_type', 'pr_level', 'pr_cascade', 'pr_user', 'pr_expiry', 'pr_id'],
        [[1, 'edit', 'sysop', 1, null, '20300101000000', 9]],
      );
      await run({ 'page.sql': dump, 'page_restrictions.sql': table });
      expect(await rows('page_restrictions', 'pr_page', 'pr_type', 'pr_level', 'pr_cascade', 'pr_expiry')).toEqual([
        [1, 'edit', 'sysop', 1, '20300101000000'],
        [1, 'move', 'sysop', 0, 'infinity'],
        [2, 'edit', 'sysop', 0, 'infinity'],
        [2, 'move', 'sysop', 0, 'infinity'],
      ]);
    });

    it('of which nobody knows how to read them are refused', async () => {
      const { failures } = await run({
        'revision.sql': dumpOf('revision', ['rev_id', 'rev_page', 'rev_comment', 'rev_timestamp'], [[1, 1, 'a', '20240101000000']]),
        'page.sql': pages,
      });
      expect(failures).toEqual([expect.stringMatching(/^revision.sql: at byte \d+: .*rev_comment_id and rev_actor/)]);
      expect(await rows('page', 'page_id')).toHaveLength(3);
    });
  });

  describe('in part', () => {
    const links = dumpOf(
      'langlinks',
      ['ll_from', 'll_lang', 'll_title'],
      [
        [1, 'de', 'Reiher'],
        [2, 'de', 'x'],
        [3, 'de', 'Vögel'],
        [4, 'de', 'y'],
      ],
    );

    it('take the pages of some namespaces, and what belongs to them', async () => {
      await run({ 'langlinks.sql': links, 'page.sql': pages }, { namespaces: [0, 14] });
      expect(await rows('page', 'page_id')).toEqual([[1], [3]]);
      expect(await rows('langlinks', 'll_from')).toEqual([[1], [3]]);
    });

    it('take the first pages, and what belongs to them', async () => {
      await run({ 'langlinks.sql': links, 'page.sql': pages }, { limit: 2 });
      expect(await rows('page', 'page_id')).toEqual([[1], [2]]);
      expect(await rows('langlinks', 'll_from')).toEqual([[1], [2]]);
    });

    it('drop what was read before the pages were known', async () => {
      await run({ 'wiki.sql': links + pages }, { namespaces: [1] });
      expect(await rows('langlinks', 'll_from')).toEqual([[2]]);
    });
  });

  describe('that are broken', () => {
    const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => [i + 1, 'de', `Title ${i}`]);
    const many = dumpOf('langlinks', ['ll_from', 'll_lang', 'll_title'], rowsOf(20_000));

    it('keep what came before, until the whole dump takes its place', async () => {
      const cut = many.slice(0, many.indexOf('(15001,') + 4);
      const { failures } = await run({ 'langlinks.sql': cut });
      expect(failures).toEqual([`langlinks.sql: at byte ${cut.length}: The file ends in the middle of a statement: it was cut off.`]);
      expect(await rows('langlinks', 'll_from')).toHaveLength(15_000);
      expect(await run({ 'langlinks.sql': many })).toMatchObject({ failures: [] });
      expect(await rows('langlinks', 'll_from')).toHaveLength(20_000);
    });

    it('are told of when they waited, and keep what came before', async () => {
      const rowsOfLinks = Array.from({ length: 20_000 }, (_, i) => [i + 1, 0, 7]);
      const links = dumpOf('pagelinks', ['pl_from', 'pl_from_namespace', 'pl_target_id'], rowsOfLinks);
      const end = links.indexOf('(15001,') + 4;
      const cut = `${links.slice(0, end)}\n`;
      const uses = dumpOf('templatelinks', ['tl_from', 'tl_from_namespace', 'tl_target_id'], [[1, 0, 8]]);
      expect(await run({ 'pagelinks.sql': cut, 'templatelinks.sql': uses })).toMatchObject({ failures: [] });
      const { failures } = await run({ 'linktarget.sql': linktarget });
      expect(failures).toEqual([expect.stringMatching(/^pagelinks.sql: at byte \d+: .*cut off/)]);
      expect(await rows('pagelinks', 'pl_from', 'pl_target_id')).toHaveLength(15_000);
      expect(await rows('templatelinks', 'tl_from', 'tl_target_id')).toEqual([[1, 8]]);
      expect(await run({ 'pagelinks.sql': links })).toMatchObject({ failures: [] });
      expect(await rows('pagelinks', 'pl_from', 'pl_target_id')).toHaveLength(20_000);
    });

    it('have a title twice: the first one stays', async () => {
      await run({
        'linktarget.sql': dumpOf(
          'linktarget',
          ['lt_id', 'lt_namespace', 'lt_title'],
          [
            [1, 0, 'A'],
            [2, 0, 'A'],
            [3, 1, 'A'],
            [3, 1, 'B'],
          ],
        ),
      });
      expect(await rows('linktarget', 'lt_id', 'lt_namespace', 'lt_title')).toEqual([
        [1, 0, 'A'],
        [3, 1, 'A'],
      ]);
      const again = wiki.db.insertInto('linktarget').values({ lt_namespace: 0, lt_title: 'A' });
      await expect(again.execute()).rejects.toThrow(/unique|duplicate/i);
    });

    it('are told of when the archive is damaged', async () => {
      const { failures } = await run({ 'langlinks.sql.gz': gzipSync(many).subarray(0, 60_000) });
      expect(failures).toEqual([expect.stringMatching(/^langlinks.sql.gz: at byte \d+: /)]);
      expect((await rows('langlinks', 'll_from')).length).toBeGreaterThan(1000);
    });

    it('were begun and ended: the rest follows', async () => {
      const path = await file('langlinks.sql', many);
      const watched = new Error('ended');
      let updates = 0;
      const progress = { begin: () => {}, end: () => {}, warn: (message: string) => warnings.push(message) };
      const update = (_done: number, { rows: done = 0 }: Readonly<Record<string, number>>) => {
        if (done > 0 && ++updates === 1) throw watched;
      };
      await expect(
        importSources(wiki.url, [path], { progress: { ...progress, update }, without: new Set(['links', 'search']) }),
      ).rejects.toBe(watched);
      const part = (await rows('langlinks', 'll_from')).length;
      expect(part).toBeGreaterThan(0);
      expect(part).toBeLessThan(20_000);
      let more = 0;
      await importSources(wiki.url, [path], {
        progress: { ...progress, update: (_, { rows: done = 0 }) => (more = done) },
        without: new Set(['links', 'search']),
      });
      expect(part + more).toBe(20_000);
      expect(await rows('langlinks', 'll_from', 'll_lang', 'll_title')).toEqual(rowsOf(20_000));
      await importSources(wiki.url, [path], { progress: { ...progress, update: () => {} }, without: new Set(['links', 'search']) });
      expect(warnings).toEqual(['langlinks.sql: was imported before.']);
    });
  });

  it('that are not where they were when their link targets come are named', async () => {
    const links = dumpOf('pagelinks', ['pl_from', 'pl_namespace', 'pl_title', 'pl_from_namespace'], [[1, 0, 'Bird', 0]]);
    await run({ 'pagelinks.sql': links });
    await rename(join(folder, 'pagelinks.sql'), join(folder, 'elsewhere.sql'));
    await run({ 'linktarget.sql': linktarget });
    expect(warnings).toEqual([expect.stringContaining('pagelinks.sql is not where it was')]);
  });
});

const real = process.env.WIKIQUERY_DUMPS ?? join(import.meta.dirname, '../../../../../shared/dumps');

const meta = { needs: 'dumps of real wikis: set WIKIQUERY_DUMPS to their folder' };
it.skipIf(!existsSync(real))('real table dumps wait for their link targets', { meta }, async () => {
  const wiki = await openWiki();
  try {
    const warnings: string[] = [];
    const progress = { begin: () => {}, update: () => {}, end: () => {}, warn: (message: string) => warnings.push(message) };
    const without = new Set(['links', 'search'] as const);
    const paths = ['pagelinks', 'categorylinks'].map(table => join(real, `aawiki-20260101-${table}.sql.gz`));
    await importSources(wiki.url, paths, { progress, without });
    expect(warnings.join('\n')).toContain('aawiki-20260101-linktarget.sql.gz');
    const targets = dumpOf(
      'linktarget',
      ['lt_id', 'lt_namespace', 'lt_title'],
      Array.from({ length: 400 }, (_, i) => [i, i > 200 ? 14 : 2, `Target_${i}`]),
    );
    const folder = await mkdtemp(join(tmpdir(), 'wikiquery-sql-'));
    await writeFile(join(folder, 'linktarget.sql'), targets);
    await importSources(wiki.url, [join(folder, 'linktarget.sql')], { progress, without });
    await rm(folder, { recursive: true });
    const count = async (table: 'pagelinks' | 'categorylinks') => (await wiki.db.selectFrom(table).selectAll().execute()).length;
    expect([await count('pagelinks'), await count('categorylinks')]).toEqual([637, 156]);
  } finally {
    await wiki.close();
  }
});
