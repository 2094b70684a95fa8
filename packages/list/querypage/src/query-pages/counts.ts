import { NS } from '@wikiquery/core';
// Reports sorted by a count. Rows are counted in an index before titles are looked up.
import { binary, type Database, hasOwnOrder, layoutOf } from '@wikiquery/database';
import type { AliasedExpression, Kysely } from 'kysely';
import { inWindow, type QueryPage } from '../query-page.ts';
import { contentNamespaces } from './in-namespaces.ts';

/** Creates a subquery for the number of rows per page id or link target id. */
type Counts = (db: Kysely<Database>) => AliasedExpression<{ readonly id: number; readonly value: number }, 'counted'>;

const pagesByCount = (name: string, counts: Counts, { order = 'descending', redirects = true }: PageOptions = {}): QueryPage => ({
  name,
  expensive: true,
  order,
  rows(env, window) {
    const pages = env.db
      .selectFrom(counts(env.db))
      .innerJoin('page', 'page_id', 'counted.id')
      .select(['page_namespace as namespace', 'page_title as title', 'counted.value'])
      .where('page_namespace', 'in', contentNamespaces(env))
      .$if(!redirects, query => query.where('page_is_redirect', '=', 0))
      .orderBy('counted.value', order === 'descending' ? 'desc' : 'asc');
    return inWindow(pages.orderBy('page_namespace').orderBy(binary('page_title')), window);
  },
});

interface PageOptions {
  readonly order?: 'ascending' | 'descending';
  /** Whether redirects are included. Default: true. */
  readonly redirects?: boolean;
}

export const mostcategories = pagesByCount('Mostcategories', db =>
  db
    .selectFrom('categorylinks')
    .select(is => ['cl_from as id', is.fn.countAll<number>().as('value')])
    .groupBy('cl_from')
    .having(is => is.fn.countAll(), '>', 1)
    .as('counted'),
);

export const mostinterwikis = pagesByCount('Mostinterwikis', db =>
  db
    .selectFrom('langlinks')
    .select(is => ['ll_from as id', is.fn.countAll<number>().as('value')])
    .groupBy('ll_from')
    .having(is => is.fn.countAll(), '>', 1)
    .as('counted'),
);

const revisions: Counts = db =>
  db
    .selectFrom('revision')
    .select(is => ['rev_page as id', is.fn.countAll<number>().as('value')])
    .groupBy('rev_page')
    .as('counted');

export const mostrevisions = pagesByCount('Mostrevisions', revisions, { redirects: false });
export const fewestrevisions = pagesByCount('Fewestrevisions', revisions, { order: 'ascending', redirects: false });

const targetsByCount = (counts: Counts): QueryPage['rows'] => {
  return ({ db }, window) => {
    const targets = db
      .selectFrom(counts(db))
      .innerJoin('linktarget', 'lt_id', 'counted.id')
      .select(['lt_namespace as namespace', 'lt_title as title', 'counted.value'])
      .orderBy('counted.value', 'desc');
    return inWindow(targets.orderBy('lt_namespace').orderBy(binary('lt_title')), window);
  };
};

const linksByTarget = targetsByCount(db =>
  db
    .selectFrom('pagelinks')
    .select(is => ['pl_target_id as id', is.fn.countAll<number>().as('value')])
    .groupBy('pl_target_id')
    .having(is => is.fn.countAll(), '>', 1)
    .as('counted'),
);

/** Rows of Mostlinked for database layouts without link target ids. */
const linksByTitle: QueryPage['rows'] = ({ db }, window) => {
  const targets = db
    .selectFrom('pagelinks')
    .innerJoin('linktarget', 'lt_id', 'pl_target_id')
    .select(is => ['lt_namespace as namespace', 'lt_title as title', is.fn.countAll<number>().as('value')])
    .groupBy(['lt_namespace', 'lt_title'])
    .having(is => is.fn.countAll(), '>', 1)
    .orderBy('value', 'desc');
  return inWindow(targets.orderBy('lt_namespace').orderBy(binary('lt_title')), window);
};

export const mostlinked: QueryPage = {
  name: 'Mostlinked',
  expensive: true,
  order: 'descending',
  rows: (env, window) => (layoutOf(env.db).has('pageLinkTargets') ? linksByTarget : linksByTitle)(env, window),
};

export const mostlinkedtemplates: QueryPage = {
  name: 'Mostlinkedtemplates',
  expensive: true,
  order: 'descending',
  rows: targetsByCount(db =>
    db
      .selectFrom('templatelinks')
      .select(is => ['tl_target_id as id', is.fn.countAll<number>().as('value')])
      .groupBy('tl_target_id')
      .as('counted'),
  ),
};

export const mostimages: QueryPage = {
  name: 'Mostimages',
  expensive: true,
  order: 'descending',
  rows({ db }, window) {
    const files = db
      .selectFrom('imagelinks')
      .innerJoin('linktarget', 'lt_id', 'il_target_id')
      .select(is => [is.lit(NS.FILE).as('namespace'), 'lt_title as title', is.fn.countAll<number>().as('value')])
      .groupBy('lt_title')
      .having(is => is.fn.countAll(), '>', 1)
      .orderBy('value', 'desc');
    return inWindow(files.orderBy(binary('lt_title')), window);
  },
};

/** Not expensive, because `cat_pages` is indexed. */
export const mostlinkedcategories: QueryPage = {
  name: 'Mostlinkedcategories',
  order: 'descending',
  rows({ db }, window) {
    const categories = db
      .selectFrom('category')
      .select(is => [is.lit(NS.CATEGORY).as('namespace'), 'cat_title as title', 'cat_pages as value'])
      .where('cat_pages', '>', 0);
    const ordered = categories.orderBy('cat_pages', 'desc');
    // MediaWiki specifies no order of equal counts. SQLite reads the index backward, in the order of descending ids.
    return inWindow(hasOwnOrder(db) ? ordered : ordered.orderBy('cat_id', 'desc'), window);
  },
};
