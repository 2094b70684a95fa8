import { binary } from '@wikiquery/database';
import { inWindow, type QueryPage } from '../query-page.ts';

const PROPERTY = 'disambiguation';
const EXTENSION = 'Disambiguator';

export const disambiguationPages: QueryPage = {
  name: 'DisambiguationPages',
  extension: EXTENSION,
  order: 'ascending',
  rows({ db }, window) {
    const pages = db
      .selectFrom('page_props')
      .innerJoin('page', 'page_id', 'pp_page')
      .select(['pp_page as value', 'page_namespace as namespace', 'page_title as title'])
      .where('pp_propname', '=', PROPERTY);
    return inWindow(pages.orderBy('pp_page'), window);
  },
};

export const disambiguationPageLinks: QueryPage = {
  name: 'DisambiguationPageLinks',
  extension: EXTENSION,
  expensive: true,
  order: 'ascending',
  rows({ db, site }, window) {
    const content = Array.from(site.namespaces.values()).filter(each => each.content);
    const links = db
      .selectFrom('page_props')
      .innerJoin('page as target', 'target.page_id', 'pp_page')
      .innerJoin('linktarget', on => on.onRef('lt_namespace', '=', 'target.page_namespace').onRef('lt_title', '=', 'target.page_title'))
      .innerJoin('pagelinks', 'pl_target_id', 'lt_id')
      .innerJoin('page as source', 'source.page_id', 'pl_from')
      .select(['pl_from as value', 'source.page_namespace as namespace', 'source.page_title as title'])
      .select(['target.page_namespace as to_namespace', 'target.page_title as to_title'])
      .where('pp_propname', '=', PROPERTY)
      .where(
        'source.page_namespace',
        'in',
        content.map(({ id }) => id),
      )
      .where('source.page_is_redirect', '!=', 1);
    return inWindow(links.orderBy('pl_from').orderBy('target.page_namespace').orderBy(binary('target.page_title')), window);
  },
  kept({ db }, window) {
    const rows = db
      .selectFrom('querycachetwo')
      .select(['qcc_value as value', 'qcc_namespace as namespace', 'qcc_title as title'])
      .select(['qcc_namespacetwo as to_namespace', 'qcc_titletwo as to_title'])
      .where('qcc_type', '=', 'DisambiguationPageLinks');
    return inWindow(rows.orderBy('qcc_value').orderBy('qcc_namespacetwo').orderBy(binary('qcc_titletwo')), window);
  },
};
