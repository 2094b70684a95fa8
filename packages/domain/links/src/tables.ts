import { NS, type Title } from '@wikiquery/core';
import { type Bindings, type Database, hashesJoins, inJoinOrder, layoutOf, whereTitles } from '@wikiquery/database';
import type { AliasedExpression, Kysely, SelectQueryBuilder } from 'kysely';

/** A link under names that do not tell which table it lies in. */
export interface Link {
  readonly from_id: number;
  /** Namespace of the page that links. */
  readonly from_namespace: number;
  readonly to_namespace: number;
  readonly to_title: string;
  /** Id of the target in `linktarget`; null in tables that write the title out. */
  readonly target_id: number | null;
  /** Redirects only. */
  readonly fragment: string | null;
  readonly interwiki: string | null;
}

/** A title that links of one kind lead to, once. */
type Target = Pick<Link, 'to_title'> & { readonly to_namespace: number; readonly target_id: number };

type LinkDatabase = Database & { readonly link: Link };
export type LinkQuery<Row = object> = SelectQueryBuilder<LinkDatabase, 'link', Row>;

/**
 * One kind of link between pages. The queries over it are written once for all kinds: each kind gives a derived table, which every
 * engine merges into the query around it, so that the indexes of the real tables serve.
 */
export interface LinkTable {
  /** The namespace that all targets are in, where the table does not say. */
  readonly toNamespace?: number;
  /** The table repeats the namespace of the page that links, so that an index can order by it. */
  readonly hasFromNamespace: boolean;
  readonly links: (db: Kysely<Database>, order?: Order) => AliasedExpression<Link, 'link'>;
  /** The titles that are linked to, where rows name their target by its id in `linktarget`; such tables are ordered by that id. */
  readonly targets?: Targets;
}
/** Which table a query begins with, where that may not be left to the engine: the one of the targets, or that of the links. */
type Order = 'by target' | 'by link';
type Targets = (db: Kysely<Database>) => AliasedExpression<Target, 'link'>;

export const linkTables = {
  pagelinks: {
    hasFromNamespace: true,
    targets: titlesIn('pagelinks', 'pl'),
    links: (db, order) => linksByTarget(db, 'pagelinks', 'pl', order),
  },
  templatelinks: {
    hasFromNamespace: true,
    targets: titlesIn('templatelinks', 'tl'),
    links: (db, order) => linksByTarget(db, 'templatelinks', 'tl', order),
  },
  imagelinks: { toNamespace: NS.FILE, hasFromNamespace: true, links: db => linksByTarget(db, 'imagelinks', 'il') },
  redirect: {
    hasFromNamespace: false,
    links: db =>
      db
        .selectFrom('redirect')
        .select(is => [
          'rd_from as from_id',
          is.lit<number>(0).as('from_namespace'),
          'rd_namespace as to_namespace',
          'rd_title as to_title',
          is.lit(null).as('target_id'),
          'rd_fragment as fragment',
          'rd_interwiki as interwiki',
        ])
        .as('link'),
  },
} satisfies Readonly<Record<string, LinkTable>>;

export type LinkTableName = keyof typeof linkTables;

/** The columns of such tables differ in their prefixes. To the compiler they are those of `pagelinks`. */
function columnsOf(table: string, prefix: string) {
  const names = [table, `${prefix}_from`, `${prefix}_from_namespace`, `${prefix}_target_id`];
  return names as ['pagelinks', 'pl_from', 'pl_from_namespace', 'pl_target_id'];
}

/** The links of a table that names targets by their id in `linktarget`. */
function linksByTarget(db: Kysely<Database>, name: string, prefix: string, order?: Order): AliasedExpression<Link, 'link'> {
  const [table, from, fromNamespace, target] = columnsOf(name, prefix);
  const joined =
    order === 'by target'
      ? db.selectFrom('linktarget').crossJoin(table).whereRef(target, '=', 'lt_id')
      : order === 'by link' && hashesJoins(db)
        ? db.selectFrom(table).innerJoinLateral(
            is => is.selectFrom('linktarget').selectAll().whereRef('lt_id', '=', target).offset(0).as('linktarget'),
            join => join.onTrue(),
          )
        : db.selectFrom(table).innerJoin('linktarget', 'lt_id', target);
  return joined
    .select(is => [
      `${from} as from_id`,
      `${fromNamespace} as from_namespace`,
      'lt_namespace as to_namespace',
      'lt_title as to_title',
      `${target} as target_id`,
      is.lit(null).as('fragment'),
      is.lit(null).as('interwiki'),
    ])
    .as('link');
}

function titlesIn(name: string, prefix: string): Targets {
  const [table, from, , target] = columnsOf(name, prefix);
  return db =>
    allTargets(db)
      .where(({ exists, selectFrom }) => exists(selectFrom(table).select(from).whereRef(target, '=', 'lt_id')))
      .as('link');
}

const allTargets = (db: Kysely<Database>) =>
  db.selectFrom('linktarget').select(['lt_id as target_id', 'lt_namespace as to_namespace', 'lt_title as to_title']);

/**
 * The titles that links of one kind lead to, where they are ordered by ids: on tables whose page links have titles MediaWiki goes by these, for
 * links of other kinds too.
 */
export const targetsOf = (db: Kysely<Database>, { targets }: LinkTable): Targets | undefined =>
  layoutOf(db).has('pageLinkTargets') ? targets : undefined;

/** A query over the links of one kind, whose table goes by the name `link`. */
export const linksIn = (db: Kysely<Database>, { links }: LinkTable): LinkQuery => db.selectFrom(links(db)) as unknown as LinkQuery;

/** The same, in the order of the links: their targets are looked up one by one. */
export const linksInOrder = (db: Kysely<Database>, { links }: LinkTable): LinkQuery =>
  (db.selectFrom(links(db, 'by link')) as unknown as LinkQuery).modifyFront(inJoinOrder);

/**
 * A query over the titles that links lead to, of whatever kind unless `targets` says: of the columns of a link it has those of the target.
 */
export const targetsIn = (db: Kysely<Database>, targets: Targets = anyTargets): LinkQuery =>
  db.selectFrom(targets(db)) as unknown as LinkQuery;

const anyTargets: Targets = db => allTargets(db).as('link');

/** Links with the pages that they lie on; the links to some titles are found by these, not by where they come from. */
export const linksWithPages = (db: Kysely<Database>, { links }: LinkTable): SelectQueryBuilder<LinkDatabase, 'link' | 'page', object> =>
  (db.selectFrom(links(db, 'by target')) as unknown as LinkQuery).innerJoin('page', 'page_id', 'from_id');

/** Links to these titles. A single one is looked up first, so that on every engine an index gives its links in order. */
export function whereLinkTo<Row>(
  db: Kysely<Database>,
  links: SelectQueryBuilder<LinkDatabase, 'link' | 'page', Row>,
  table: LinkTable,
  titles: readonly (Title | Bindings<Title>)[],
): SelectQueryBuilder<LinkDatabase, 'link' | 'page', Row> {
  const [only, another] = titles;
  if (!targetsOf(db, table) || !only || another) return whereTitles(links, 'to_namespace', 'to_title', titles);
  return links.where('target_id', '=', ({ selectFrom }) =>
    selectFrom('linktarget').select('lt_id').where('lt_namespace', '=', only.namespace).where('lt_title', '=', only.dbkey),
  );
}
