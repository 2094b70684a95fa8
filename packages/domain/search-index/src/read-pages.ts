import { type Title, titleKey } from '@wikiquery/core';
import { type Database, expressionBuilder, loadInChunks } from '@wikiquery/database';
import { isHidden } from '@wikiquery/users';
import type { Expression, Kysely, SqlBool } from 'kysely';
import { categoryTag, templateTag } from './tags.ts';
import type { PageNote } from './writing.ts';

/** Tables and columns of the wiki that `buildIndex` reads. `true`: all columns. */
export const INDEX_READS = {
  categorylinks: ['cl_from', 'cl_target_id'],
  content: ['content_address', 'content_id', 'content_model', 'content_sha1', 'content_size'],
  content_models: true,
  linktarget: ['lt_id', 'lt_namespace', 'lt_title'],
  logging: ['log_id', 'log_namespace', 'log_page', 'log_timestamp', 'log_title', 'log_type'],
  page: ['page_id', 'page_is_redirect', 'page_latest', 'page_len', 'page_namespace', 'page_title'],
  pagelinks: ['pl_from', 'pl_target_id'],
  redirect: ['rd_from', 'rd_interwiki', 'rd_namespace', 'rd_title'],
  revision: ['rev_deleted', 'rev_id', 'rev_page', 'rev_timestamp'],
  slot_roles: true,
  slots: ['slot_content_id', 'slot_origin', 'slot_revision_id', 'slot_role_id'],
  templatelinks: ['tl_from', 'tl_target_id'],
  text: ['old_flags', 'old_id', 'old_text'],
} as const;

type Db = Kysely<Database>;

/** Pages to read: all in a range of ids, or those with the ids. */
type Scope = readonly [first: number, last: number] | ReadonlySet<number>;

const BATCH = 1000;

/** Yields the metadata of all pages in batches, in the order of page ids. */
export async function* readPages(db: Db): AsyncGenerator<readonly PageNote[]> {
  for (let last = -1; ; ) {
    const pages = await pageRows(db).where('page_id', '>', last).orderBy('page_id').limit(BATCH).execute();
    if (pages.length === 0) return;
    const end = pages.at(-1)?.page_id ?? 0;
    yield notesOf(db, pages, [pages[0]?.page_id ?? 0, end]);
    last = end;
  }
}

/** Returns the metadata of the pages that exist, in the order of page ids. */
export async function readPagesById(db: Db, ids: ReadonlySet<number>): Promise<PageNote[]> {
  const sorted = [...ids].sort((a, b) => a - b);
  const notes: PageNote[] = [];
  for (let at = 0; at < sorted.length; at += BATCH) {
    const chunk = sorted.slice(at, at + BATCH);
    const pages = await pageRows(db).where('page_id', 'in', chunk).orderBy('page_id').execute();
    if (pages.length > 0) notes.push(...(await notesOf(db, pages, new Set(pages.map(({ page_id }) => page_id)))));
  }
  return notes;
}

/** Returns the ids of redirects to any of the titles. */
export async function redirectsTo(db: Db, titles: readonly Title[]): Promise<number[]> {
  const groups = [...Map.groupBy(titles, ({ namespace }) => namespace)];
  const found = groups.map(([namespace, group]) =>
    loadInChunks(new Set(group.map(({ dbkey }) => dbkey)), chunk =>
      db.selectFrom('redirect').select('rd_from').where('rd_namespace', '=', namespace).where('rd_title', 'in', chunk).execute(),
    ),
  );
  return (await Promise.all(found)).flat().map(({ rd_from }) => rd_from);
}

/** Returns the page ids of redirect targets by redirect. Omits redirects to other redirects. */
export async function redirectTargets(db: Db, scope: Scope): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('redirect')
    .innerJoin('page', join => join.onRef('page_namespace', '=', 'rd_namespace').onRef('page_title', '=', 'rd_title'))
    // The targets are filtered below: with a condition, SQLite would scan all pages that are not redirects.
    .select(['rd_from', 'page_id', 'page_is_redirect'])
    .where(within('rd_from', scope))
    .where(is => is.or([is('rd_interwiki', 'is', null), is('rd_interwiki', '=', '')]))
    .execute();
  return new Map(rows.flatMap(row => (row.page_is_redirect === 0 ? [[row.rd_from, row.page_id] as const] : [])));
}

const pageRows = (db: Db) =>
  db
    .selectFrom('page')
    .innerJoin('revision', 'rev_id', 'page_latest')
    .select(['page_id', 'page_namespace', 'page_title', 'page_is_redirect', 'page_len', 'page_latest', 'rev_timestamp', 'rev_deleted']);

type PageRow = Awaited<ReturnType<ReturnType<typeof pageRows>['execute']>>[number];

async function notesOf(db: Db, pages: readonly PageRow[], scope: Scope): Promise<PageNote[]> {
  const links = await countLinks(db, scope);
  const created = await firstTimes(db, scope);
  const targets = await redirectTargets(db, scope);
  const tags = await readTags(db, scope);
  const outgoing = await readOutgoing(db, scope);
  return pages.map(page => ({
    page: page.page_id,
    namespace: page.page_namespace,
    title: page.page_title,
    revision: isHidden(page.rev_deleted, 'text') ? 0 : page.page_latest,
    links: links.get(page.page_id) ?? 0,
    length: page.page_len,
    edited: page.rev_timestamp,
    created: created.get(page.page_id) ?? page.rev_timestamp,
    tags: (tags.get(page.page_id) ?? []).sort().join(' '),
    target: page.page_is_redirect === 0 ? undefined : targets.get(page.page_id),
    outgoing: (outgoing.get(page.page_id) ?? []).sort().join('\n'),
  }));
}

type PageColumn = 'page_id' | 'rd_from' | 'rev_page' | 'cl_from' | 'tl_from' | 'pl_from';

function within(column: PageColumn, scope: Scope): Expression<SqlBool> {
  const is = expressionBuilder<Database, 'page' | 'redirect' | 'revision' | 'categorylinks' | 'templatelinks' | 'pagelinks'>();
  if (!isRange(scope)) return is(column, 'in', [...scope]);
  return is.and([is(column, '>=', scope[0]), is(column, '<=', scope[1])]);
}

const isRange = (scope: Scope): scope is readonly [number, number] => Array.isArray(scope);

async function countLinks(db: Db, scope: Scope): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('page')
    .innerJoin('linktarget', join => join.onRef('lt_namespace', '=', 'page_namespace').onRef('lt_title', '=', 'page_title'))
    .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
    .select(is => ['page_id', is.fn.countAll<number>().as('links')])
    .where(within('page_id', scope))
    .groupBy('page_id')
    .execute();
  return new Map(rows.map(row => [row.page_id, Number(row.links)]));
}

async function firstTimes(db: Db, scope: Scope): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('revision')
    .select(is => ['rev_page', is.fn.min('rev_timestamp').as('first')])
    .where(within('rev_page', scope))
    .groupBy('rev_page')
    .execute();
  return new Map(rows.map(row => [row.rev_page, String(row.first)]));
}

async function readTags(db: Db, scope: Scope): Promise<ReadonlyMap<number, string[]>> {
  const tags = new Map<number, string[]>();
  const categories = await db
    .selectFrom('categorylinks')
    .innerJoin('linktarget', 'lt_id', 'cl_target_id')
    .select(['cl_from', 'lt_title'])
    .where(within('cl_from', scope))
    .execute();
  for (const { cl_from, lt_title } of categories) append(tags, cl_from, categoryTag(lt_title));
  const templates = await db
    .selectFrom('templatelinks')
    .innerJoin('linktarget', 'lt_id', 'tl_target_id')
    .select(['tl_from', 'lt_namespace', 'lt_title'])
    .where(within('tl_from', scope))
    .execute();
  for (const { tl_from, lt_namespace, lt_title } of templates)
    append(tags, tl_from, templateTag({ namespace: lt_namespace, dbkey: lt_title }));
  return tags;
}

async function readOutgoing(db: Db, scope: Scope): Promise<ReadonlyMap<number, string[]>> {
  const links = new Map<number, string[]>();
  const rows = await db
    .selectFrom('pagelinks')
    .innerJoin('linktarget', 'lt_id', 'pl_target_id')
    .select(['pl_from', 'lt_namespace', 'lt_title'])
    .where(within('pl_from', scope))
    .execute();
  for (const { pl_from, lt_namespace, lt_title } of rows) append(links, pl_from, titleKey(lt_namespace, lt_title));
  return links;
}

function append(lists: Map<number, string[]>, page: number, value: string): void {
  const known = lists.get(page);
  if (known) known.push(value);
  else lists.set(page, [value]);
}
