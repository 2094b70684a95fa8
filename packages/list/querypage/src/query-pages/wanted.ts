import { NS } from '@wikiquery/core';
// Reports of missing pages, sorted by the number of uses.
import { binary, type Database } from '@wikiquery/database';
import type { ExpressionBuilder } from 'kysely';
import { inWindow, type QueryPage } from '../query-page.ts';

/** Excludes links from interface pages, and titles that only redirects link to. */
export const wantedpages: QueryPage = {
  name: 'Wantedpages',
  expensive: true,
  order: 'wanted',
  rows({ db, site }, window) {
    const targets = db
      .selectFrom('linktarget')
      // The addition prevents index use, so that query planners start with link targets instead of all links.
      .innerJoin('pagelinks', join => join.on('pl_target_id', '=', is => is('lt_id', '+', 0)))
      .innerJoin('page as source', 'source.page_id', 'pl_from')
      .select(is => ['lt_namespace as namespace', 'lt_title as title', is.fn.countAll<number>().as('value')])
      .where('lt_namespace', 'not in', [NS.USER, NS.USER_TALK])
      .where(is => is.not(is.exists(pageOf(is))))
      .where('source.page_namespace', '!=', NS.MEDIAWIKI)
      .groupBy(['lt_namespace', 'lt_title'])
      .having(is => is(is.fn.countAll<number>(), '>=', site.configuration.wantedPagesThreshold))
      .having(is => is(is.fn.countAll<number>(), '>', is.fn.sum<number>('source.page_is_redirect')))
      .orderBy('value', 'desc');
    return inWindow(targets.orderBy('lt_namespace').orderBy(binary('lt_title')), window);
  },
};

const pageOf = (target: ExpressionBuilder<Database, 'linktarget'>) =>
  target
    .selectFrom('page as target')
    .select('target.page_id')
    .whereRef('target.page_namespace', '=', 'lt_namespace')
    .whereRef('target.page_title', '=', 'lt_title');

export const wantedtemplates: QueryPage = {
  name: 'Wantedtemplates',
  expensive: true,
  order: 'wanted',
  rows({ db }, window) {
    const templates = db
      .selectFrom('linktarget')
      .innerJoin('templatelinks', 'tl_target_id', 'lt_id')
      .select(is => ['lt_namespace as namespace', 'lt_title as title', is.fn.countAll<number>().as('value')])
      .where('lt_namespace', '=', NS.TEMPLATE)
      .where(is => is.not(is.exists(pageOf(is))))
      .groupBy(['lt_namespace', 'lt_title'])
      .orderBy('value', 'desc');
    return inWindow(templates.orderBy(binary('lt_title')), window);
  },
};

export const wantedcategories: QueryPage = {
  name: 'Wantedcategories',
  expensive: true,
  order: 'wanted',
  rows({ db }, window) {
    const counted = db
      .selectFrom('categorylinks')
      .innerJoin('linktarget', 'lt_id', 'cl_target_id')
      .select(is => ['lt_title as title', is.fn.countAll<number>().as('value')])
      .groupBy('lt_title')
      .as('counted');
    const categories = db
      .selectFrom(counted)
      .select(is => [is.lit(NS.CATEGORY).as('namespace'), 'title', 'value'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('page').select('page_id').where('page_namespace', '=', NS.CATEGORY).whereRef('page_title', '=', 'title'))),
      )
      .orderBy('value', 'desc');
    return inWindow(categories.orderBy(binary('title')), window);
  },
};

/** Excludes titles of pages that redirect to an existing file. */
export const wantedfiles: QueryPage = {
  name: 'Wantedfiles',
  expensive: true,
  order: 'wanted',
  rows({ db }, window) {
    const counted = db
      .selectFrom('imagelinks')
      .innerJoin('linktarget', 'lt_id', 'il_target_id')
      .select(is => ['lt_title as title', is.fn.countAll<number>().as('value')])
      .groupBy('lt_title')
      .as('counted');
    const files = db
      .selectFrom(counted)
      .select(is => [is.lit(NS.FILE).as('namespace'), 'title', 'value'])
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('image').select('img_name').whereRef('img_name', '=', 'title'))))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('page')
              .innerJoin('redirect', 'rd_from', 'page_id')
              .innerJoin('image', 'img_name', 'rd_title')
              .select('page_id')
              .where('page_namespace', '=', NS.FILE)
              .whereRef('page_title', '=', 'title')
              .where('rd_namespace', '=', NS.FILE)
              .where('rd_interwiki', '=', ''),
          ),
        ),
      )
      .orderBy('value', 'desc');
    return inWindow(files.orderBy(binary('title')), window);
  },
};
