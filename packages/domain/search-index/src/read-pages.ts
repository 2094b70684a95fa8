import type { Database } from '@wikiquery/database';
import { isHidden } from '@wikiquery/users';
import type { Kysely } from 'kysely';
import { categoryTag, templateTag } from './tags.ts';
import type { PageNote } from './writing.ts';

/** Tables and columns of the wiki that `buildIndex` reads. `true`: all columns. */
export const INDEX_READS = {
  categorylinks: ['cl_from', 'cl_target_id'],
  content: ['content_address', 'content_id', 'content_model', 'content_sha1', 'content_size'],
  content_models: true,
  linktarget: ['lt_id', 'lt_namespace', 'lt_title'],
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

type Range = readonly [first: number, last: number];

const BATCH = 1000;

/** Yields the metadata of pages in batches, in the order of page ids. */
export async function* readPages(db: Db): AsyncGenerator<readonly PageNote[]> {
  for (let last = -1; ; ) {
    const pages = await db
      .selectFrom('page')
      .innerJoin('revision', 'rev_id', 'page_latest')
      .select(['page_id', 'page_namespace', 'page_title', 'page_is_redirect', 'page_len', 'page_latest', 'rev_timestamp', 'rev_deleted'])
      .where('page_id', '>', last)
      .orderBy('page_id')
      .limit(BATCH)
      .execute();
    if (pages.length === 0) return;
    const range: Range = [pages[0]?.page_id ?? 0, pages.at(-1)?.page_id ?? 0];
    const [links, created, targets, tags] = [
      await countLinks(db, range),
      await firstTimes(db, range),
      await redirects(db, range),
      await readTags(db, range),
    ];
    yield pages.map(page => ({
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
    }));
    last = range[1];
  }
}

async function countLinks(db: Db, [first, last]: Range): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('page')
    .innerJoin('linktarget', join => join.onRef('lt_namespace', '=', 'page_namespace').onRef('lt_title', '=', 'page_title'))
    .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
    .select(is => ['page_id', is.fn.countAll<number>().as('links')])
    .where('page_id', '>=', first)
    .where('page_id', '<=', last)
    .groupBy('page_id')
    .execute();
  return new Map(rows.map(row => [row.page_id, Number(row.links)]));
}

async function firstTimes(db: Db, [first, last]: Range): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('revision')
    .select(is => ['rev_page', is.fn.min('rev_timestamp').as('first')])
    .where('rev_page', '>=', first)
    .where('rev_page', '<=', last)
    .groupBy('rev_page')
    .execute();
  return new Map(rows.map(row => [row.rev_page, String(row.first)]));
}

/** Returns the page ids of redirect targets by redirect. Omits redirects to other redirects. */
async function redirects(db: Db, [first, last]: Range): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('redirect')
    .innerJoin('page', join => join.onRef('page_namespace', '=', 'rd_namespace').onRef('page_title', '=', 'rd_title'))
    // The targets are filtered below: with a condition, SQLite would scan all pages that are not redirects.
    .select(['rd_from', 'page_id', 'page_is_redirect'])
    .where('rd_from', '>=', first)
    .where('rd_from', '<=', last)
    .where(is => is.or([is('rd_interwiki', 'is', null), is('rd_interwiki', '=', '')]))
    .execute();
  return new Map(rows.flatMap(row => (row.page_is_redirect === 0 ? [[row.rd_from, row.page_id] as const] : [])));
}

async function readTags(db: Db, [first, last]: Range): Promise<ReadonlyMap<number, string[]>> {
  const tags = new Map<number, string[]>();
  const add = (page: number, tag: string): void => {
    const known = tags.get(page);
    if (known) known.push(tag);
    else tags.set(page, [tag]);
  };
  const categories = await db
    .selectFrom('categorylinks')
    .innerJoin('linktarget', 'lt_id', 'cl_target_id')
    .select(['cl_from', 'lt_title'])
    .where('cl_from', '>=', first)
    .where('cl_from', '<=', last)
    .execute();
  for (const { cl_from, lt_title } of categories) add(cl_from, categoryTag(lt_title));
  const templates = await db
    .selectFrom('templatelinks')
    .innerJoin('linktarget', 'lt_id', 'tl_target_id')
    .select(['tl_from', 'lt_namespace', 'lt_title'])
    .where('tl_from', '>=', first)
    .where('tl_from', '<=', last)
    .execute();
  for (const { tl_from, lt_namespace, lt_title } of templates) add(tl_from, templateTag({ namespace: lt_namespace, dbkey: lt_title }));
  return tags;
}
