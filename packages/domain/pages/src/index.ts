export { namedPage, namedTitle, noSuchPageId } from './named-title.ts';
export { defaultContentModel, languageCodes, type PageLanguageFacts, pageLanguage } from './page-language.ts';

import type { Env, PageRow, Title } from '@wikiquery/core';
import { byNamespace, type Database, hasOwnOrder, loadInChunks, prepare, type TitlesByNamespace, whereTitles } from '@wikiquery/database';
import type { Kysely, Selectable } from 'kysely';

/** Columns of table `page` that {@link toPageRow} reads. */
export const PAGE_COLUMNS = [
  'page_id',
  'page_namespace',
  'page_title',
  'page_is_redirect',
  'page_is_new',
  'page_touched',
  'page_latest',
  'page_len',
  'page_content_model',
  'page_lang',
] as const;

/** Row with the columns of {@link PAGE_COLUMNS}. */
export type PageColumns = Pick<Selectable<Database['page']>, (typeof PAGE_COLUMNS)[number]>;

/** Converts a row of table `page` to the form that modules use. */
export const toPageRow = (row: PageColumns): PageRow => ({
  id: row.page_id,
  namespace: row.page_namespace,
  dbkey: row.page_title,
  isRedirect: row.page_is_redirect === 1,
  isNew: row.page_is_new === 1,
  touched: row.page_touched,
  latest: row.page_latest,
  length: row.page_len,
  contentModel: row.page_content_model ?? undefined,
  lang: row.page_lang ?? undefined,
});

/** Loads existing pages by title, in MediaWiki's order: the database's own, or on SQLite by first use of the namespace, then by title. */
export async function pagesByTitle(db: Kysely<Database>, titles: readonly Title[] | TitlesByNamespace): Promise<PageRow[]> {
  const requested = titles instanceof Map ? (titles as TitlesByNamespace) : byNamespace(titles as readonly Title[]);
  if (requested.size === 0) return [];
  const rows = await pagesTitled(db, requested).execute();
  const pages = rows.map(toPageRow);
  if (hasOwnOrder(db)) return pages;
  const rank = new Map([...requested.keys()].map((namespace, at) => [namespace, at]));
  return pages.sort((a, b) => (rank.get(a.namespace) ?? 0) - (rank.get(b.namespace) ?? 0) || compareBinary(a.dbkey, b.dbkey));
}

const pagesTitled = prepare(
  (titles: TitlesByNamespace) => ({ bindings: { titles } }),
  (db, { titles }) => whereTitles(db.selectFrom('page').select(PAGE_COLUMNS), 'page_namespace', 'page_title', titles),
);

/** Loads existing pages by id. On SQLite, they are sorted by id; otherwise the database determines the order. */
export async function pagesById(db: Kysely<Database>, ids: readonly number[]): Promise<PageRow[]> {
  const real = ids.filter(id => id > 0);
  if (real.length === 0) return [];
  return (await pagesOfIds(db, real, !hasOwnOrder(db)).execute()).map(toPageRow);
}

const byIds = (ids: readonly number[], ordered: boolean) => ({ bindings: { ids }, shape: { ordered } });

const pagesOfIds = prepare(byIds, (db, { ids }, { ordered }) =>
  db
    .selectFrom('page')
    .select(PAGE_COLUMNS)
    .where('page_id', 'in', ids)
    .$if(ordered, query => query.orderBy('page_id')),
);

/** Loads the targets of redirects by page id. Pages without a redirect are omitted. */
export async function redirectTargets(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<(Title & { from: number; fragment: string; interwiki: string })[]> {
  const rows = await redirectsFrom(db, ids).execute();
  return rows.map(row => ({
    from: row.rd_from,
    namespace: row.rd_namespace,
    dbkey: row.rd_title,
    fragment: row.rd_fragment ?? '',
    interwiki: row.rd_interwiki ?? '',
  }));
}

const redirectsFrom = prepare(
  (ids: readonly number[]) => ({ bindings: { ids } }),
  (db, { ids }) =>
    db
      .selectFrom('redirect')
      .select(['rd_from', 'rd_namespace', 'rd_title', 'rd_fragment', 'rd_interwiki'])
      .where('rd_from', 'in', ids)
      .orderBy('rd_from'),
);

/** Finds the pages of revisions: the page ids of live revisions and, if the user may see them, the titles of deleted ones. */
export async function revisionPages(db: Kysely<Database>, ids: readonly number[], canSeeDeleted: boolean) {
  const real = ids.filter(id => id > 0);
  const live = new Map<number, number>();
  const deleted = new Map<number, Title>();
  if (real.length === 0) return { live, deleted };
  const ordered = !hasOwnOrder(db);
  for (const row of await pagesOfRevisions(db, real, ordered).execute()) live.set(row.rev_id, row.rev_page);
  const rest = real.filter(id => !live.has(id));
  if (canSeeDeleted && rest.length > 0) {
    const archived = await titlesOfDeleted(db, rest, ordered).execute();
    for (const row of archived) deleted.set(row.ar_rev_id, { namespace: row.ar_namespace, dbkey: row.ar_title });
  }
  return { live, deleted };
}

const pagesOfRevisions = prepare(byIds, (db, { ids }, { ordered }) =>
  db
    .selectFrom('revision')
    .innerJoin('page', 'page_id', 'rev_page')
    .select(['rev_id', 'rev_page'])
    .where('rev_id', 'in', ids)
    .$if(ordered, query => query.orderBy('rev_id')),
);

const titlesOfDeleted = prepare(byIds, (db, { ids }, { ordered }) =>
  db
    .selectFrom('archive')
    .select(['ar_rev_id', 'ar_namespace', 'ar_title'])
    .where('ar_rev_id', 'in', ids)
    .$if(ordered, query => query.orderBy('ar_rev_id')),
);

/** Compares strings by their UTF-8 bytes, as databases compare titles. */
export function compareBinary(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Returns the rank of a UTF-16 code unit. Surrogates encode characters above U+FFFF, so they sort after all other code units. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** Finds the existing files among these names. The values are URLs of foreign files, and undefined for files of this wiki. */
export async function existingFiles(
  { db, filesElsewhere }: Pick<Env, 'db'> & Partial<Pick<Env, 'filesElsewhere'>>,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (names.length === 0) return new Map();
  const rows = await loadInChunks(new Set(names), some => filesNamed(db, some).execute());
  const found = new Map<string, string | undefined>(rows.map(row => [row.img_name, undefined]));
  const rest = names.filter(name => !found.has(name));
  for (const [name, url] of (rest.length > 0 && (await filesElsewhere?.(rest))) || []) found.set(name, url);
  return found;
}

const filesNamed = prepare(
  (names: readonly string[]) => ({ bindings: { names } }),
  (db, { names }) => db.selectFrom('image').select('img_name').where('img_name', 'in', names),
);
