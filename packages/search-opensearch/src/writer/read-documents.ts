import { isoTimestamp, NS, type Title, titleKey } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import { isHidden } from '@wikiquery/users';
import type { Kysely } from 'kysely';

type Db = Kysely<Database>;

/** A page that is not a redirect, with all that the index contains except its text. */
export interface PageToWrite extends Title {
  readonly id: number;
  /** Latest revision; 0 if its text is revision-deleted. */
  readonly revision: number;
  readonly length: number;
  /** ISO timestamps. */
  readonly edited: string;
  readonly created: string;
  readonly model: string;
  readonly language: string | null;
  readonly categories: readonly string[];
  readonly templates: readonly Title[];
  readonly outgoing: readonly Title[];
  readonly redirects: readonly SourceRedirect[];
  /** Number of links to the page and to its redirects. */
  readonly incoming: number;
  readonly file: SourceFile | undefined;
}

/** A redirect to a page. `id`: its own page id. */
export interface SourceRedirect extends Title {
  readonly id: number;
}

export interface SourceFile {
  readonly media: string | null;
  readonly mime: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
}

const pageRows = (db: Db) =>
  db
    .selectFrom('page')
    .innerJoin('revision', 'rev_id', 'page_latest')
    .select([
      'page_id',
      'page_namespace',
      'page_title',
      'page_is_redirect',
      'page_len',
      'page_latest',
      'page_content_model',
      'page_lang',
      'rev_timestamp',
      'rev_deleted',
    ]);

type PageRow = Awaited<ReturnType<ReturnType<typeof pageRows>['execute']>>[number];

/** Reads up to `count` pages with ids after `after`, up to `last`. */
export const pagesInRange = (db: Db, after: number, last: number, count: number): Promise<PageRow[]> =>
  pageRows(db).where('page_id', '>', after).where('page_id', '<=', last).orderBy('page_id').limit(count).execute();

/** Reads pages by id. */
export const pagesWithIds = (db: Db, ids: Iterable<number>): Promise<PageRow[]> =>
  loadInChunks(ids, chunk => pageRows(db).where('page_id', 'in', chunk).execute());

/** Completes pages with everything but their texts. Drops redirects, which belong to the documents of their targets. */
export async function completePages(db: Db, rows: readonly PageRow[]): Promise<PageToWrite[]> {
  const pages = rows.filter(row => row.page_is_redirect === 0);
  if (pages.length === 0) return [];
  const ids = pages.map(row => row.page_id);
  const titles = pages.map(row => ({ namespace: row.page_namespace, dbkey: row.page_title }));
  const redirects = await redirectsTo(db, titles);
  const named = [...titles, ...[...redirects.values()].flat()];
  const [links, created, categories, templates, outgoing, files] = [
    await countLinks(db, named),
    await firstTimes(db, ids),
    await categoriesOf(db, ids),
    await templatesOf(db, ids),
    await linksOf(db, ids),
    await filesOf(
      db,
      titles.filter(({ namespace }) => namespace === NS.FILE),
    ),
  ];
  return pages.map((row, at) => {
    const title = titles[at] as Title;
    const own = redirects.get(keyOf(title)) ?? [];
    return {
      ...title,
      id: row.page_id,
      revision: isHidden(row.rev_deleted, 'text') ? 0 : row.page_latest,
      length: row.page_len,
      edited: isoTimestamp(row.rev_timestamp),
      created: isoTimestamp(created.get(row.page_id) ?? row.rev_timestamp),
      model: row.page_content_model ?? 'wikitext',
      language: row.page_lang,
      categories: categories.get(row.page_id) ?? [],
      templates: templates.get(row.page_id) ?? [],
      outgoing: outgoing.get(row.page_id) ?? [],
      redirects: own,
      incoming: [title, ...own].reduce((sum, each) => sum + (links.get(keyOf(each)) ?? 0), 0),
      file: title.namespace === NS.FILE ? files.get(title.dbkey) : undefined,
    };
  });
}

const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

/** Calls `load` for the titles of each namespace, in chunks. */
async function byNamespace<T>(
  titles: readonly Title[],
  load: (namespace: number, dbkeys: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const [namespace, group] of Map.groupBy(titles, title => title.namespace))
    found.push(...(await loadInChunks(new Set(group.map(({ dbkey }) => dbkey)), chunk => load(namespace, chunk))));
  return found;
}

/** Returns the redirects to pages by the key of the target's title. */
export async function redirectsTo(db: Db, titles: readonly Title[]): Promise<Map<string, SourceRedirect[]>> {
  const rows = await byNamespace(titles, (namespace, dbkeys) =>
    db
      .selectFrom('redirect')
      .innerJoin('page', 'page_id', 'rd_from')
      .select(['rd_namespace', 'rd_title', 'rd_interwiki', 'page_id', 'page_namespace', 'page_title'])
      .where('rd_namespace', '=', namespace)
      .where('rd_title', 'in', dbkeys)
      .execute(),
  );
  const found = new Map<string, SourceRedirect[]>();
  for (const row of rows.sort((a, b) => a.page_id - b.page_id)) {
    if (row.rd_interwiki) continue;
    const redirect = { id: row.page_id, namespace: row.page_namespace, dbkey: row.page_title };
    append(found, titleKey(row.rd_namespace, row.rd_title), redirect);
  }
  return found;
}

/** Returns the number of links to titles, by the keys of the titles. Omits titles without links. */
export async function countLinks(db: Db, titles: readonly Title[]): Promise<ReadonlyMap<string, number>> {
  const rows = await byNamespace(titles, (namespace, dbkeys) =>
    db
      .selectFrom('linktarget')
      .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
      .select(is => ['lt_namespace', 'lt_title', is.fn.countAll<number>().as('links')])
      .where('lt_namespace', '=', namespace)
      .where('lt_title', 'in', dbkeys)
      .groupBy(['lt_namespace', 'lt_title'])
      .execute(),
  );
  return new Map(rows.map(row => [titleKey(row.lt_namespace, row.lt_title), Number(row.links)]));
}

async function firstTimes(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await loadInChunks(ids, chunk =>
    db
      .selectFrom('revision')
      .select(is => ['rev_page', is.fn.min('rev_timestamp').as('first')])
      .where('rev_page', 'in', chunk)
      .groupBy('rev_page')
      .execute(),
  );
  return new Map(rows.map(row => [row.rev_page, String(row.first)]));
}

async function categoriesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string[]>> {
  const rows = await loadInChunks(ids, chunk =>
    db
      .selectFrom('categorylinks')
      .innerJoin('linktarget', 'lt_id', 'cl_target_id')
      .select(['cl_from', 'lt_title'])
      .where('cl_from', 'in', chunk)
      .execute(),
  );
  return grouped(rows, row => [row.cl_from, row.lt_title]);
}

async function templatesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Title[]>> {
  const rows = await loadInChunks(ids, chunk =>
    db
      .selectFrom('templatelinks')
      .innerJoin('linktarget', 'lt_id', 'tl_target_id')
      .select(['tl_from', 'lt_namespace', 'lt_title'])
      .where('tl_from', 'in', chunk)
      .execute(),
  );
  return grouped(rows, row => [row.tl_from, { namespace: row.lt_namespace, dbkey: row.lt_title }]);
}

async function linksOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Title[]>> {
  const rows = await loadInChunks(ids, chunk =>
    db
      .selectFrom('pagelinks')
      .innerJoin('linktarget', 'lt_id', 'pl_target_id')
      .select(['pl_from', 'lt_namespace', 'lt_title'])
      .where('pl_from', 'in', chunk)
      .execute(),
  );
  return grouped(rows, row => [row.pl_from, { namespace: row.lt_namespace, dbkey: row.lt_title }]);
}

async function filesOf(db: Db, titles: readonly Title[]): Promise<ReadonlyMap<string, SourceFile>> {
  const names = new Set(titles.map(({ dbkey }) => dbkey));
  const rows = await loadInChunks(names, chunk =>
    db
      .selectFrom('image')
      .select(['img_name', 'img_media_type', 'img_major_mime', 'img_minor_mime', 'img_size', 'img_width', 'img_height', 'img_bits'])
      .where('img_name', 'in', chunk)
      .execute(),
  );
  return new Map(
    rows.map(row => [
      row.img_name,
      {
        media: row.img_media_type,
        mime: `${row.img_major_mime}/${row.img_minor_mime}`,
        size: Number(row.img_size),
        width: row.img_width,
        height: row.img_height,
        bits: row.img_bits,
      },
    ]),
  );
}

function grouped<Row, K, V>(rows: readonly Row[], read: (row: Row) => readonly [K, V]): ReadonlyMap<K, V[]> {
  const found = new Map<K, V[]>();
  for (const row of rows) append(found, ...read(row));
  return found;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}
