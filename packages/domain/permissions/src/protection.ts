import { NS, type Site, type Timestamp, type Title, titleKey } from '@wikiquery/core';
import { byNamespace, type Database, loadInChunks, prepare, type TitlesByNamespace, whereTitles } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Restriction of an action (`type`) on a page. */
export interface Restriction {
  readonly type: string;
  /** Required right, or one of the old levels `sysop` and `autoconfirmed`; see {@link rightOfLevel}. */
  readonly level: string;
  readonly expiry: Timestamp;
}

/** A page's own restriction. */
export interface PageRestriction extends Restriction {
  /** Whether the restriction also applies to transcluded pages and displayed files. */
  readonly cascades: boolean;
}

/** A restriction that cascades to a page from `source`, which transcludes the page or displays its file. */
export interface CascadingRestriction extends Restriction {
  readonly source: Title & { readonly id: number };
  readonly through: 'template' | 'file';
}

/** Protection of a title against creation. */
export interface TitleProtection {
  readonly level: string;
  readonly expiry: Timestamp;
  /** User name; empty if the account no longer exists. */
  readonly by: string;
  readonly reason: string;
}

type Db = Kysely<Database>;

/** Loads restrictions by page id, including expired ones, in one query. */
export async function loadPageRestrictions(db: Db, pageIds: Iterable<number>): Promise<Map<number, PageRestriction[]>> {
  const rows = await loadInChunks(pageIds, ids => restrictionsOf(db, ids).execute());
  return grouped(
    rows,
    row => row.pr_page,
    row => ({ ...toRestriction(row), cascades: row.pr_cascade !== 0 }),
  );
}

const restrictionsOf = prepare(
  (ids: readonly number[]) => ({ bindings: { ids } }),
  (db, { ids }) =>
    db
      .selectFrom('page_restrictions')
      .select(['pr_page', 'pr_type', 'pr_level', 'pr_expiry', 'pr_cascade'])
      .where('pr_page', 'in', ids)
      .orderBy('pr_page')
      .orderBy('pr_id'),
);

/** Loads the restrictions that cascade to titles, by `titleKey`, including expired ones. Takes at most two queries. */
export async function loadCascadingRestrictions(db: Db, titles: Iterable<Title>): Promise<Map<string, CascadingRestriction[]>> {
  const all = [...titles];
  const files = all.filter(title => title.namespace === NS.FILE).map(title => title.dbkey);
  const [transcluded, shown] = await Promise.all([
    loadInChunks(all, chunk => transclusions(db, byNamespace(chunk)).execute()),
    loadInChunks(files, names => fileUses(db, names).execute()),
  ]);
  const byTemplate = transcluded.map(row => ({ key: titleKey(row.lt_namespace, row.lt_title), row, through: 'template' as const }));
  const byFile = shown.map(row => ({ key: titleKey(NS.FILE, row.lt_title), row, through: 'file' as const }));
  return grouped(
    [...byFile, ...byTemplate],
    ({ key }) => key,
    ({ row, through }) => ({
      ...toRestriction(row),
      source: { id: row.page_id, namespace: row.page_namespace, dbkey: row.page_title },
      through,
    }),
  );
}

const cascading = (db: Db) =>
  db
    .selectFrom('page_restrictions')
    .innerJoin('page', 'page_id', 'pr_page')
    .select(['pr_type', 'pr_level', 'pr_expiry', 'page_id', 'page_namespace', 'page_title'])
    .where('pr_cascade', '=', 1)
    .orderBy('pr_id');

const transclusions = prepare(
  (titles: TitlesByNamespace) => ({ bindings: { titles } }),
  (db, { titles }) =>
    whereTitles(
      cascading(db)
        .innerJoin('templatelinks', 'tl_from', 'pr_page')
        .innerJoin('linktarget', 'lt_id', 'tl_target_id')
        .select(['lt_namespace', 'lt_title']),
      'lt_namespace',
      'lt_title',
      titles,
    ),
);

const fileUses = prepare(
  (names: readonly string[]) => ({ bindings: { names } }),
  (db, { names }) =>
    cascading(db)
      .innerJoin('imagelinks', 'il_from', 'pr_page')
      .innerJoin('linktarget', 'lt_id', 'il_target_id')
      .select('lt_title')
      .where('lt_namespace', '=', NS.FILE)
      .where('lt_title', 'in', names),
);

/** Loads protections against creation by `titleKey`, including expired ones, in one query. */
export async function loadTitleProtections(db: Db, titles: Iterable<Title>): Promise<Map<string, TitleProtection>> {
  const rows = await loadInChunks(titles, chunk => titleProtections(db, byNamespace(chunk)).execute());
  return new Map(
    rows.map(row => [
      titleKey(row.pt_namespace, row.pt_title),
      { level: row.pt_create_perm, expiry: row.pt_expiry, by: row.user_name ?? '', reason: row.comment_text ?? '' },
    ]),
  );
}

const titleProtections = prepare(
  (titles: TitlesByNamespace) => ({ bindings: { titles } }),
  (db, { titles }) =>
    whereTitles(
      selectTitleProtections(db, { by: true, reason: true }).select(['pt_create_perm', 'pt_expiry']),
      'pt_namespace',
      'pt_title',
      titles,
    ),
);

/** Selects protected titles, optionally with the name of the protecting user (`by`) and the reason. */
export const selectTitleProtections = (db: Db, { by, reason }: { readonly by: boolean; readonly reason: boolean }) =>
  db
    .selectFrom('protected_titles')
    .select(['pt_namespace', 'pt_title'])
    .$if(by, query => query.leftJoin('user', 'user_id', 'pt_user').select('user_name'))
    .$if(reason, query => query.leftJoin('comment', 'comment_id', 'pt_reason_id').select('comment_text'));

/** Returns the restriction types that apply to a page: `create` only to missing pages, `upload` only to files. */
export const restrictionTypes = ({ restrictions }: Site, namespace: number, exists: boolean): string[] =>
  restrictions.types.filter(type => (exists ? type !== 'create' && (type !== 'upload' || namespace === NS.FILE) : type === 'create'));

/** Returns the right that a protection level requires. The two oldest levels are named after groups. */
export const rightOfLevel = (level: string): string =>
  level === 'sysop' ? 'editprotected' : level === 'autoconfirmed' ? 'editsemiprotected' : level;

/** Whether a restriction has not expired. */
export const isInForce = ({ expiry }: { readonly expiry: Timestamp }, now: Timestamp): boolean => expiry === 'infinity' || expiry > now;

const toRestriction = (row: { pr_type: string; pr_level: string; pr_expiry: Timestamp | null }): Restriction => ({
  type: row.pr_type,
  level: row.pr_level,
  expiry: row.pr_expiry ?? 'infinity',
});

function grouped<Row, Key, Item>(rows: readonly Row[], keyOf: (row: Row) => Key, toItem: (row: Row) => Item): Map<Key, Item[]> {
  return new Map(Array.from(Map.groupBy(rows, keyOf), ([key, group]) => [key, group.map(toItem)]));
}
