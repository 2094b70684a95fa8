import { binary } from '@wikiquery/database';
import { inWindow, type QueryPage } from '../query-page.ts';
import { isRedirect } from './conditions.ts';

export const listredirects: QueryPage = {
  name: 'Listredirects',
  expensive: true,
  order: 'ascending',
  rows({ db }, window) {
    const redirects = db
      .selectFrom('page')
      .leftJoin('redirect', 'rd_from', 'page_id')
      .select(['page_namespace as namespace', 'page_title as title', 'rd_namespace', 'rd_title', 'rd_fragment', 'rd_interwiki'])
      .where(isRedirect);
    return inWindow(redirects.orderBy('page_namespace').orderBy(binary('page_title')), window);
  },
};

export const brokenRedirects: QueryPage = {
  name: 'BrokenRedirects',
  expensive: true,
  order: 'ascending',
  rows({ db }, window) {
    const redirects = db
      .selectFrom('redirect')
      .innerJoin('page as source', 'source.page_id', 'rd_from')
      .select(['source.page_namespace as namespace', 'source.page_title as title', 'rd_namespace', 'rd_title', 'rd_fragment'])
      .where('rd_namespace', '>=', 0)
      .where('rd_interwiki', '=', '')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('page as target')
              .select('target.page_id')
              .whereRef('target.page_namespace', '=', 'rd_namespace')
              .whereRef('target.page_title', '=', 'rd_title'),
          ),
        ),
      );
    return inWindow(redirects.orderBy('rd_namespace').orderBy(binary('rd_title')).orderBy('rd_from'), window);
  },
};

/** Redirects `a` whose target is a redirect `b`, with the target `c` of `b`. */
export const doubleRedirects: QueryPage = {
  name: 'DoubleRedirects',
  expensive: true,
  order: 'ascending',
  rows({ db }, window) {
    const redirects = db
      .selectFrom('redirect as ra')
      .innerJoin('page as pa', 'pa.page_id', 'ra.rd_from')
      .innerJoin('page as pb', join => join.onRef('pb.page_namespace', '=', 'ra.rd_namespace').onRef('pb.page_title', '=', 'ra.rd_title'))
      .innerJoin('redirect as rb', 'rb.rd_from', 'pb.page_id')
      .select(['pa.page_namespace as namespace', 'pa.page_title as title'])
      .select(['pb.page_namespace as b_namespace', 'pb.page_title as b_title', 'ra.rd_fragment as b_fragment'])
      .select(['rb.rd_namespace as c_namespace', 'rb.rd_title as c_title'])
      .select(['rb.rd_fragment as c_fragment', 'rb.rd_interwiki as c_interwiki'])
      .where('ra.rd_interwiki', '=', '');
    return inWindow(redirects.orderBy('ra.rd_namespace').orderBy(binary('ra.rd_title')).orderBy('ra.rd_from'), window);
  },
};
