import { NS, type Site, type Timestamp, type Title, titleKey } from '@wikiquery/core';
import { byNamespace, type Database, loadInChunks, prepare, type TitlesByNamespace, whereTitles } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Who may do one thing with a page, and until when. */
export interface Restriction {
  /** `edit`, `move`, `upload` …, of `$wgRestrictionTypes`. */
  readonly type: string;
  /** The right that it takes; `sysop` and `autoconfirmed` stand for the rights of {@link rightOfLevel}. */
  readonly level: string;
  readonly expiry: Timestamp;
}

export interface PageRestriction extends Restriction {
  /** It holds for what the page transcludes and shows as well. */
  readonly cascades: boolean;
}

/** A restriction that comes from a page which transcludes (or, for a file, shows) the protected one. */
export interface CascadingRestriction extends Restriction {
  readonly source: Title & { readonly id: number };
  readonly through: 'template' | 'file';
}

/** Protection of a title without page against creation. */
export interface TitleProtection {
  readonly level: string;
  readonly expiry: Timestamp;
  /** Who protected it; empty when the account is gone. */
  readonly by: string;
  readonly reason: string;
}

type Db = Kysely<Database>;

/** Restrictions by id of the page, those that have ended included. One query. */
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

/**
 * Restrictions that titles have from pages with cascading protection, by `titleKey`, those that have ended included. Files have them from
 * pages that show them, and all titles from pages that transclude them. At most two queries.
 */
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

/** Titles that are protected against creation, by `titleKey`, protections that have ended included. One query. */
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

/** Protected titles, with the name of who protected them and the reason as far as they are wanted. */
export const selectTitleProtections = (db: Db, { by, reason }: { readonly by: boolean; readonly reason: boolean }) =>
  db
    .selectFrom('protected_titles')
    .select(['pt_namespace', 'pt_title'])
    .$if(by, query => query.leftJoin('user', 'user_id', 'pt_user').select('user_name'))
    .$if(reason, query => query.leftJoin('comment', 'comment_id', 'pt_reason_id').select('comment_text'));

/** What a page of this namespace can be protected from: a missing one from creation, only a file from uploads. */
export const restrictionTypes = ({ restrictions }: Site, namespace: number, exists: boolean): string[] =>
  restrictions.types.filter(type => (exists ? type !== 'create' && (type !== 'upload' || namespace === NS.FILE) : type === 'create'));

/** The right that a level of protection asks for; the two oldest levels are names of groups. */
export const rightOfLevel = (level: string): string =>
  level === 'sysop' ? 'editprotected' : level === 'autoconfirmed' ? 'editsemiprotected' : level;

/** `now` are fourteen digits. */
export const isInForce = ({ expiry }: { readonly expiry: Timestamp }, now: Timestamp): boolean => expiry === 'infinity' || expiry > now;

const toRestriction = (row: { pr_type: string; pr_level: string; pr_expiry: Timestamp | null }): Restriction => ({
  type: row.pr_type,
  level: row.pr_level,
  expiry: row.pr_expiry ?? 'infinity',
});

function grouped<Row, Key, Item>(rows: readonly Row[], keyOf: (row: Row) => Key, toItem: (row: Row) => Item): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const items = groups.get(key);
    if (items) items.push(toItem(row));
    else groups.set(key, [toItem(row)]);
  }
  return groups;
}
