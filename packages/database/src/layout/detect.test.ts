import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createStatements,
  type LayoutRelease,
  layoutOfRelease,
  open,
  prepare,
  RELEASES,
  type WikiDatabase,
  whereEquals,
} from '../index.ts';
import { TRAITS } from './traits/index.ts';

const directory = mkdtempSync(join(tmpdir(), 'wikiquery-layouts-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Detects the layout of a database with the tables of a release, after additional statements. */
async function seen(release: LayoutRelease, ...statements: string[]): Promise<WikiDatabase> {
  const url = `sqlite:${join(directory, `${wikis++}.sqlite`)}`;
  const wiki = await open(url, { writable: true });
  for (const statement of [...createStatements('sqlite', '', release), ...statements]) await sql.raw(statement).execute(wiki.db);
  await wiki.close();
  return open(url);
}
let wikis = 0;

const layoutSeen = async (...given: Parameters<typeof seen>) => {
  const { layout, close } = await seen(...given);
  await close();
  return layout;
};

it.each(RELEASES)('detects the layout of MediaWiki %s', async release => {
  // In these releases, newer columns exist next to the older ones but are empty.
  const beside = {
    '1.40': ["alter table externallinks add el_to_domain_index blob default ''"],
    '1.42': ['create table block (bl_id integer)'],
  };
  const added = release === '1.44' ? ['alter table categorylinks add cl_collation_id integer'] : (beside[release as '1.40'] ?? []);
  const layout = await layoutSeen(release, ...added);
  const usual = layoutOfRelease(release);
  expect(layout).toMatchObject({ release, isLater: false, unknown: [], missing: [] });
  expect(TRAITS.map(([name]) => [name, layout.has(name)])).toEqual(TRAITS.map(([name]) => [name, usual.has(name)]));
});

describe('during a schema migration, the layout', () => {
  const TARGETS = ['alter table categorylinks add cl_target_id integer', 'alter table categorylinks add cl_collation_id integer'];
  const member = (page: number, target: number | 'null') =>
    `insert into categorylinks (cl_from, cl_to, cl_timestamp, cl_target_id) values (${page}, 'A', '2024-01-01 00:00:00', ${target})`;

  it('uses the older columns while rows exist only there', async () => {
    const layout = await layoutSeen('1.43', ...TARGETS, member(1, 7), member(2, 'null'));
    expect(layout.has('categoryTargets')).toBe(false);
    expect(layout.described).toContainEqual(
      'the categories of pages: by title (categorylinks.cl_to) until all rows are migrated to id (categorylinks.cl_target_id)',
    );
  });
  it('uses the newer columns once all rows are migrated', async () => {
    const wiki = await seen('1.43', ...TARGETS, member(1, 7), "insert into linktarget values (7, 14, 'B')");
    expect(wiki.layout.has('categoryTargets')).toBe(true);
    const rows = wiki.db.selectFrom('categorylinks').innerJoin('linktarget', 'lt_id', 'cl_target_id').select('lt_title');
    expect(await rows.execute()).toEqual([{ lt_title: 'B' }]);
    await wiki.close();
  });
  it('uses the older block table while a block exists only there', async () => {
    const blocks = [
      "insert into ipblocks (ipb_id, ipb_address, ipb_by_actor, ipb_reason_id, ipb_timestamp, ipb_expiry, ipb_range_start, ipb_range_end) values (1, '', 1, 1, '', '', '', ''), (2, 'x', 1, 1, '', '', '', '')",
      'create table block (bl_id integer)',
      'insert into block values (1)',
    ];
    expect((await layoutSeen('1.41', ...blocks)).has('blocks')).toBe(false);
    expect((await layoutSeen('1.41', ...blocks, 'insert into block values (2)').catch(error => error)).message).toContain('block_target');
  });
  it('reads each revision comment from the table that contains it', async () => {
    const revision = (id: number, comment: number) =>
      `insert into revision (rev_id, rev_page, rev_comment_id, rev_actor, rev_timestamp, rev_sha1) values (${id}, 1, ${comment}, 1, '', 'abc')`;
    const wiki = await seen('1.39', revision(1, 5), revision(2, 0), 'insert into revision_comment_temp values (2, 6)');
    const rows = await wiki.db.selectFrom('revision').select(['rev_comment_id', 'rev_sha1']).orderBy('rev_id').execute();
    expect(rows).toEqual([
      { rev_comment_id: 5, rev_sha1: 'abc' },
      { rev_comment_id: 6, rev_sha1: 'abc' },
    ]);
    await wiki.close();
  });
});

it('reads files from the newer tables if only those are filled', async () => {
  const files = Object.entries(TRAITS.find(([name]) => name === 'files')![1].newer.tables!).map(
    ([table, { columns }]) => `create table ${table} (${Object.keys(columns).join()})`,
  );
  const rows = [
    "insert into file values (1, 'A.png', 12, 3, 0), (2, 'Gone.png', 13, 3, 1)",
    "insert into filetypes values (3, 'BITMAP', 'image', 'png')",
    "insert into filerevision (fr_id, fr_file, fr_size, fr_timestamp, fr_archive_name, fr_deleted) values (11, 1, 5, '20240101000000', 'old!A.png', 0), (12, 1, 7, '20240102000000', '', 0), (13, 2, 9, '20240103000000', '', 0)",
  ];
  const usual = await layoutSeen('1.45', ...files);
  expect(usual.has('files')).toBe(false);
  const wiki = await seen('1.45', ...files, ...rows);
  expect(wiki.layout.has('files')).toBe(true);
  const image = wiki.db.selectFrom('image').select(['img_name', 'img_size', 'img_minor_mime', 'img_timestamp']);
  expect(await image.execute()).toEqual([{ img_name: 'A.png', img_size: 7, img_minor_mime: 'png', img_timestamp: '20240102000000' }]);
  const old = wiki.db.selectFrom('oldimage').innerJoin('image', 'img_name', 'oi_name').select(['oi_archive_name', 'oi_size', 'img_size']);
  expect(await old.execute()).toEqual([{ oi_archive_name: 'old!A.png', oi_size: 5, img_size: 7 }]);
  await wiki.close();
});

it('reports unknown columns, and columns that a later release removed', async () => {
  const layout = await layoutSeen('1.46', 'alter table page add page_colour integer', 'alter table page drop column page_lang');
  expect(layout).toMatchObject({ release: '1.46', isLater: true, unknown: ['page.page_colour'], missing: ['page.page_lang'] });
  expect(await layoutSeen('1.43', 'alter table page add constructor integer')).toMatchObject({ unknown: ['page.constructor'] });
  await expect(seen('1.43', 'alter table page drop column page_lang', 'drop table block_target')).rejects.toThrow(
    'has the tables of MediaWiki 1.43, but lacks some required names: block_target, page.page_lang. Check that the account can read them',
  );
});

it('a prepared statement for an older layout is executed with several values', async () => {
  const wiki = await seen('1.39', "insert into externallinks values (1, 1, 'http://a.example/', 'http://example.a./', '')");
  const links = prepare(
    (domain: string) => ({ bindings: { domain } }),
    (db, { domain }) => whereEquals(db.selectFrom('externallinks').select('el_to_path'), { el_to_domain_index: domain }),
  );
  const paths = (domain: string) => links(wiki.db, domain).execute();
  expect(await paths('http://example.b.')).toEqual([]);
  expect(await paths('http://example.a.')).toEqual([{ el_to_path: '/' }]);
  await wiki.close();
});

it('a rewritten statement is reused for IN lists of other lengths', async () => {
  const links = [1, 2, 3, 4].map(page => `insert into imagelinks values (${page}, 'A', 0)`);
  const wiki = await seen('1.43', ...links);
  const pages = async (ids: number[]) => {
    const rows = wiki.db
      .selectFrom('imagelinks')
      .innerJoin('linktarget', 'lt_id', 'il_target_id')
      .select('il_from')
      .where('il_from', 'in', ids);
    return (await rows.where('lt_title', '=', 'A').orderBy('il_from').execute()).map(row => row.il_from);
  };
  for (const ids of [[1, 2, 3], [1, 2, 3, 4], [4, 3, 1], [2]]) expect(await pages(ids)).toEqual(ids.toSorted((a, b) => a - b));
  await wiki.close();
});
