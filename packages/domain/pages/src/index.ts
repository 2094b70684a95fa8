export { namedPage, namedTitle, noSuchPageId } from './named-title.ts';
export { defaultContentModel, languageCodes, type PageLanguageFacts, pageLanguage } from './page-language.ts';

import type { Env, PageRow, Title } from '@wikiquery/core';
import { byNamespace, type Database, hasOwnOrder, loadInChunks, prepare, type TitlesByNamespace, whereTitles } from '@wikiquery/database';
import type { Kysely, Selectable } from 'kysely';

/** The columns of `page` that make a `PageRow`; a generator selects them with its rows. */
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

/** The values of `PAGE_COLUMNS`. */
export type PageColumns = Pick<Selectable<Database['page']>, (typeof PAGE_COLUMNS)[number]>;

/** A row with `PAGE_COLUMNS` as the page that the engine works with. */
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

/** Existing pages by title, in the order that MediaWiki shows: a server's own, or by namespace as first asked for and then by title. */
export async function pagesByTitle(db: Kysely<Database>, titles: readonly Title[] | TitlesByNamespace): Promise<PageRow[]> {
  const asked = titles instanceof Map ? (titles as TitlesByNamespace) : byNamespace(titles as readonly Title[]);
  if (asked.size === 0) return [];
  const rows = await pagesCalled(db, asked).execute();
  const pages = rows.map(toPageRow);
  if (hasOwnOrder(db)) return pages;
  const rank = new Map([...asked.keys()].map((namespace, place) => [namespace, place]));
  return pages.sort((a, b) => (rank.get(a.namespace) ?? 0) - (rank.get(b.namespace) ?? 0) || compareBinary(a.dbkey, b.dbkey));
}

const pagesCalled = prepare(
  (titles: TitlesByNamespace) => ({ bindings: { titles } }),
  (db, { titles }) => whereTitles(db.selectFrom('page').select(PAGE_COLUMNS), 'page_namespace', 'page_title', titles),
);

/** Existing pages by id, in a server's own order or that of the ids. */
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

/** Where redirect pages lead, in order of the redirect's id. */
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

/** The pages of revisions: of living ones their ids, of deleted ones (for those who may know) their titles. */
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

/** Order of the bytes of UTF-8, in which databases keep titles. */
export function compareBinary(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Surrogates, of which characters beyond 0xffff are made, come behind all other units. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** Which of these files there are: name to URL, which is undefined for those of the wiki itself. */
export async function existingFiles(
  { db, filesElsewhere }: Pick<Env, 'db'> & Partial<Pick<Env, 'filesElsewhere'>>,
  names: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (names.length === 0) return new Map();
  const rows = await loadInChunks(new Set(names), some => filesCalled(db, some).execute());
  const found = new Map<string, string | undefined>(rows.map(row => [row.img_name, undefined]));
  const rest = names.filter(name => !found.has(name));
  for (const [name, url] of (rest.length > 0 && (await filesElsewhere?.(rest))) || []) found.set(name, url);
  return found;
}

const filesCalled = prepare(
  (names: readonly string[]) => ({ bindings: { names } }),
  (db, { names }) => db.selectFrom('image').select('img_name').where('img_name', 'in', names),
);
