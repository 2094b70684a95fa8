import { NS, type Title } from '@wikiquery/core';
import { type Bindings, type Database, hashesJoins, inJoinOrder, layoutOf, whereTitles } from '@wikiquery/database';
import type { AliasedExpression, Kysely, SelectQueryBuilder } from 'kysely';

/** A link, with column names common to all link tables. */
export interface Link {
  readonly from_id: number;
  readonly from_namespace: number;
  readonly to_namespace: number;
  readonly to_title: string;
  /** Id in `linktarget`. Null for tables that store full titles. */
  readonly target_id: number | null;
  /** Fragment and interwiki prefix are set only for redirects. */
  readonly fragment: string | null;
  readonly interwiki: string | null;
}

type Target = Pick<Link, 'to_title'> & { readonly to_namespace: number; readonly target_id: number };

type LinkDatabase = Database & { readonly link: Link };
export type LinkQuery<Row = object> = SelectQueryBuilder<LinkDatabase, 'link', Row>;

/** A kind of link between pages. Its links are a derived table, which databases merge into the outer query, so that indexes apply. */
export interface LinkTable {
  /** Namespace of the targets, if all targets are in the same namespace. */
  readonly toNamespace?: number;
  /** Whether the table contains the linking page's namespace, so that an index can sort by it. */
  readonly hasFromNamespace: boolean;
  readonly links: (db: Kysely<Database>, order?: Order) => AliasedExpression<Link, 'link'>;
  /** Targets of these links, for modules that sort by target id. */
  readonly targets?: Targets;
}
/** Table that the join starts with. Undefined: the database chooses. */
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

export interface LinkModule<N extends string, Table = keyof typeof linkTables> {
  readonly name: N;
  readonly prefix: string;
  readonly summary: string;
  readonly table: Table;
}

/** Returns the names of a link table and its columns, which differ only in their prefix. They have the types of `pagelinks`. */
function columnsOf(table: string, prefix: string) {
  const names = [table, `${prefix}_from`, `${prefix}_from_namespace`, `${prefix}_target_id`];
  return names as ['pagelinks', 'pl_from', 'pl_from_namespace', 'pl_target_id'];
}

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

/** Returns the targets if MediaWiki sorts by their ids. It does so for all link tables if `pagelinks` has target ids. */
export const targetsOf = (db: Kysely<Database>, { targets }: LinkTable): Targets | undefined =>
  layoutOf(db).has('pageLinkTargets') ? targets : undefined;

export const linksIn = (db: Kysely<Database>, { links }: LinkTable): LinkQuery => db.selectFrom(links(db)) as unknown as LinkQuery;

/** Selects links in the order of the link table, and looks up the target of each link. */
export const linksInOrder = (db: Kysely<Database>, { links }: LinkTable): LinkQuery =>
  (db.selectFrom(links(db, 'by link')) as unknown as LinkQuery).modifyFront(inJoinOrder);

/** Selects link targets, by default those of all link tables. The rows have only the target columns of a link. */
export const targetsIn = (db: Kysely<Database>, targets: Targets = anyTargets): LinkQuery =>
  db.selectFrom(targets(db)) as unknown as LinkQuery;

const anyTargets: Targets = db => allTargets(db).as('link');

/** Selects links with their linking pages. The join starts with the targets. */
export const linksWithPages = (db: Kysely<Database>, { links }: LinkTable): SelectQueryBuilder<LinkDatabase, 'link' | 'page', object> =>
  (db.selectFrom(links(db, 'by target')) as unknown as LinkQuery).innerJoin('page', 'page_id', 'from_id');

/** Filters links by target. A single target is looked up first, so that an index orders its links in every database. */
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
