// The sample wiki: made once, about the modules that are there, with something of everything to ask for.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AnyModule, defineModule, f, p, Records } from '@wikiquery/core';
import { open, type WikiDatabase } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareSample, type SampleWiki } from './index.ts';

const module = (name: string): AnyModule =>
  defineModule({
    group: 'list',
    name,
    prefix: 'hr',
    summary: 'Lists herons [sic].',
    params: { limit: p.limit().help('How many.'), kind: p.enum(['grey', 'night']).multi().default(['grey']) },
    returns: f.record({}),
    examples: { [`list=${name}&hrkind=grey|night`]: 'All of them.' },
    execute: async () => new Records<Record<never, never>>([]),
  }) as unknown as AnyModule;

let folder: string;
let sample: SampleWiki;
let database: WikiDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-sample-'));
  sample = await prepareSample(folder, [module('herons'), module('allherons')]);
  database = await open(sample.database);
}, 30_000);
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true });
});

const count = async (table: string) =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.db)).rows[0]?.n);

it('has a page about each module, under its name and under its piece of a request', async () => {
  const { db } = database;
  const titles = db
    .selectFrom('page')
    .select(['page_title', 'page_is_redirect'])
    .where('page_title', 'in', ['Herons', 'List=herons'])
    .orderBy('page_title');
  expect(await titles.execute()).toEqual([
    { page_title: 'Herons', page_is_redirect: 0 },
    { page_title: 'List=herons', page_is_redirect: 1 },
  ]);
  const links = await db
    .selectFrom('pagelinks')
    .innerJoin('page', 'page_id', 'pl_from')
    .innerJoin('linktarget', 'lt_id', 'pl_target_id')
    .select('lt_title')
    .where('page_title', '=', 'Herons')
    .orderBy('lt_title')
    .execute();
  expect(links.map(link => link.lt_title)).toEqual(['Allherons', 'First_requests']);
});

it('has something of everything', async () => {
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

it('links to nothing that is missing, but for pages about modules that are not installed', async () => {
  const { rows } = await sql<{ lt_title: string; lt_namespace: number }>`
    select distinct lt_namespace, lt_title from pagelinks join linktarget on lt_id = pl_target_id
    left join page on page_namespace = lt_namespace and page_title = lt_title where page_id is null and lt_namespace not in (0, 2)`.execute(
    database.db,
  );
  expect(rows).toEqual([]);
  const red = await sql<{
    cl_to: string;
  }>`select distinct cl_to from categorylinks left join page on page_namespace = 14 and page_title = cl_to where page_id is null`.execute(
    database.db,
  );
  expect(red.rows).toEqual([]);
});

it('describes itself, and keeps its files', async () => {
  const site = readSite(JSON.parse(await readFile(sample.site, 'utf8')));
  expect(site.general.sitename).toBe('Manual of wikiquery');
  expect((await stat(join(sample.images, 'archive'))).isDirectory()).toBe(true);
});

it('is made again only for other modules', async () => {
  const made = async () => (await stat(sample.site)).ino;
  const before = await made();
  await prepareSample(folder, [module('allherons'), module('herons')]);
  expect(await made()).toBe(before);
  await prepareSample(folder, [module('herons')]);
  expect(await made()).not.toBe(before);
});
