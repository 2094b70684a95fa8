import { type Env, isInvalid, NS } from '@wikiquery/core';
import { binary, type Database } from '@wikiquery/database';
import { loadInterfaceTexts } from '@wikiquery/messages';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import { inWindow, type QueryPage } from '../query-page.ts';
import { isNoRedirect, noneOf } from './conditions.ts';
import { BY_TITLE, contentNamespaces, pagesInNamespaces } from './in-namespaces.ts';

type OfPage = ExpressionBuilder<Database, 'page'>;
// biome-ignore lint/suspicious/noExplicitAny: rows of any tables
type Rows = SelectQueryBuilder<any, any, object>;

interface Lack {
  readonly name: string;
  /** Namespace of the pages. Default: all content namespaces. */
  readonly namespace?: number;
  /** Loads the titles to exclude. */
  readonly except?: (env: Env) => Promise<readonly string[]>;
  /** Subqueries that must find no rows for a page. */
  readonly none: readonly ((page: OfPage) => Rows)[];
}

/** Builds a report of pages for which no subquery in `none` finds rows. It excludes redirects. */
const pagesWithout = ({ name, namespace, except, none }: Lack): QueryPage => ({
  name,
  expensive: true,
  order: 'ascending',
  async rows(env, window) {
    const namespaces = namespace === undefined ? contentNamespaces(env) : [namespace];
    const exceptions = (await except?.(env)) ?? [];
    const pages = await pagesInNamespaces(env, namespaces, BY_TITLE, window, chosen => {
      let lacking = chosen.where(isNoRedirect);
      for (const rows of none) lacking = lacking.where(page => noneOf(rows(page)));
      return exceptions.length > 0 ? lacking.where('page_title', 'not in', exceptions) : lacking;
    });
    return pages.map(page => ({ namespace: page.page_namespace, title: page.page_title }));
  },
});

const categories = (page: OfPage) => page.selectFrom('categorylinks').whereRef('cl_from', '=', 'page_id');

/** Selects the link target rows of a page. */
const target = (page: OfPage) =>
  page.selectFrom('linktarget').whereRef('lt_namespace', '=', 'page_namespace').whereRef('lt_title', '=', 'page_title');
const links = (page: OfPage) => target(page).innerJoin('pagelinks', 'pl_target_id', 'lt_id');
const uses = (page: OfPage) => target(page).innerJoin('templatelinks', 'tl_target_id', 'lt_id');
const members = (page: OfPage) => target(page).innerJoin('categorylinks', 'cl_target_id', 'lt_id');

const property = (name: string) => (page: OfPage) =>
  page.selectFrom('page_props').whereRef('pp_page', '=', 'page_id').where('pp_propname', '=', name);

export const deadendpages = pagesWithout({
  name: 'Deadendpages',
  none: [page => page.selectFrom('pagelinks').whereRef('pl_from', '=', 'page_id')],
});

export const lonelypages = pagesWithout({
  name: 'Lonelypages',
  none: [links, uses],
});

export const withoutinterwiki = pagesWithout({
  name: 'Withoutinterwiki',
  none: [page => page.selectFrom('langlinks').whereRef('ll_from', '=', 'page_id')],
});

export const uncategorizedpages = pagesWithout({ name: 'Uncategorizedpages', none: [categories] });

export const uncategorizedimages = pagesWithout({ name: 'Uncategorizedimages', namespace: NS.FILE, none: [categories] });

export const uncategorizedtemplates = pagesWithout({ name: 'Uncategorizedtemplates', namespace: NS.TEMPLATE, none: [categories] });

export const uncategorizedcategories = pagesWithout({
  name: 'Uncategorizedcategories',
  namespace: NS.CATEGORY,
  except: rootCategories,
  none: [categories],
});

export const unusedcategories = pagesWithout({
  name: 'Unusedcategories',
  namespace: NS.CATEGORY,
  none: [members, property('expectunusedcategory')],
});

export const unusedtemplates = pagesWithout({
  name: 'Unusedtemplates',
  namespace: NS.TEMPLATE,
  none: [uses, property('expectunusedtemplate')],
});

export const unwatchedpages: QueryPage = {
  name: 'Unwatchedpages',
  right: 'unwatchedpages',
  expensive: true,
  order: 'ascending',
  rows({ db }, window) {
    const pages = db
      .selectFrom('page')
      .select(['page_namespace as namespace', 'page_title as title', 'page_namespace as value'])
      .where(isNoRedirect)
      .where('page_namespace', '!=', NS.MEDIAWIKI)
      .where(page =>
        noneOf(page.selectFrom('watchlist').whereRef('wl_namespace', '=', 'page_namespace').whereRef('wl_title', '=', 'page_title')),
      );
    return inWindow(pages.orderBy('page_namespace').orderBy(binary('page_title')), window);
  },
};

/** Returns the categories that do not need a parent category: those in the lines of a message that begin with `*`. */
async function rootCategories(env: Env): Promise<readonly string[]> {
  const name = 'uncategorized-categories-exceptionlist';
  const texts = await loadInterfaceTexts(env, [name], { language: env.site.lang });
  return [...(texts.text(name) ?? '').matchAll(/^\*[^\S\n]*(.*)$/gm)].flatMap(([, category = '']) => {
    const title = env.titles.parse(category, NS.CATEGORY);
    if (isInvalid(title)) return [];
    return (title.namespace === NS.CATEGORY ? title : env.titles.make(NS.CATEGORY, category))?.dbkey ?? [];
  });
}
