import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { open, sql, type WikiDatabase } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { sha1Base36 } from '@wikiquery/text-storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSample, type SampleWiki } from './index.ts';

let folder: string;
let sample: SampleWiki;
let database: WikiDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-sample-'));
  sample = await prepareSample(folder);
  database = await open(sample.database);
}, 30_000);
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true });
});

const count = async (table: string) =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n);

it('the sample wiki has page histories with their authors', async () => {
  const { rows } = await sql<{ name: string; minor: number; comment: string }>`
    select actor_name as name, rev_minor_edit as minor, comment_text as comment from revision join page on page_id = rev_page
    join actor on actor_id = rev_actor join comment on comment_id = rev_comment_id where page_title = 'Main_Page' order by rev_id`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { name: 'Wren', minor: 0, comment: 'Begin with the idea' },
    { name: 'Admin', minor: 0, comment: '/* top */ Write the rest' },
    { name: 'Wren', minor: 1, comment: expect.stringMatching(/^Tidy up \[\[Special:Diff\/\d+\|/) },
  ]);
});

it('the sample wiki has derived data with expanded templates', async () => {
  const { rows } = await sql<{ title: string }>`
    select lt_title as title from pagelinks join page on page_id = pl_from join linktarget on lt_id = pl_target_id
    where page_namespace = 12 and page_title = 'Continuation' order by lt_title`.execute(database.db);
  expect(rows.map(row => row.title)).toEqual(['First_requests', 'Generators']);
});

it('the sample wiki has data for every query module', async () => {
  const tables = [
    'archive',
    'block',
    'bot_passwords',
    'categorylinks',
    'change_tag',
    'externallinks',
    'image',
    'imagelinks',
    'interwiki',
    'ip_changes',
  ];
  tables.push(
    'iwlinks',
    'langlinks',
    'logging',
    'oldimage',
    'page_props',
    'page_restrictions',
    'protected_titles',
    'recentchanges',
    'redirect',
    'templatelinks',
    'watchlist',
  );
  const empty: string[] = [];
  for (const table of tables) if ((await count(table)) === 0) empty.push(table);
  expect(empty).toEqual([]);
});

it('the sample wiki has no links to missing pages', async () => {
  const { rows } = await sql<{ lt_title: string; lt_namespace: number }>`
    select distinct lt_namespace, lt_title from pagelinks join linktarget on lt_id = pl_target_id
    left join page on page_namespace = lt_namespace and page_title = lt_title where page_id is null and lt_namespace not in (0, 2)`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
  const red = await sql<{
    lt_title: string;
  }>`select distinct lt_title from categorylinks join linktarget on lt_id = cl_target_id
    left join page on page_namespace = 14 and page_title = lt_title where page_id is null`.execute(database.db);
  expect(red.rows).toEqual([]);
});

it('the sample wiki has a site configuration', async () => {
  const site = readSite(JSON.parse(await readFile(sample.site, 'utf8')));
  expect(site.general.sitename).toBe('Manual of wikiquery');
});

it('the sample wiki has the files of the export', async () => {
  const { rows } = await sql<{ path: string; sha1: string }>`
    select img_name as path, img_sha1 as sha1 from image union all select 'archive/' || oi_archive_name, oi_sha1 from oldimage`.execute(
    database.db,
  );
  expect(rows).toHaveLength(3);
  for (const { path, sha1 } of rows) {
    const name = path.replace(/^.*!/, '');
    const digest = createHash('md5').update(name).digest('hex');
    const file = join(path.startsWith('archive/') ? 'archive' : '', digest.slice(0, 1), digest.slice(0, 2), path.replace('archive/', ''));
    expect(sha1Base36(await readFile(join(sample.images, file)))).toBe(sha1);
  }
});

it('the sample wiki is imported once and never rebuilt, even if another version of it exists', { timeout: 60_000 }, async () => {
  const file = sample.database.slice('sqlite:'.length);
  const { ino, mtimeMs } = await stat(file);
  await mkdir(join(folder, 'sample-0123456789ab'));
  expect(await prepareSample(folder)).toEqual(sample);
  expect(await stat(file)).toMatchObject({ ino, mtimeMs });
  const other = join(folder, 'together');
  const [first, ...others] = await Promise.all(Array.from({ length: 3 }, () => prepareSample(other)));
  expect(others).toEqual([first, first]);
  expect(await readdir(other)).toEqual([basename(dirname(file))]);
  expect((await readdir(folder)).sort()).toEqual(['sample-0123456789ab', basename(dirname(file)), 'together'].sort());
});
