import type { QueryPage } from '../query-page.ts';
import { inWindow } from '../query-page.ts';
import { byLength, contentNamespaces, pagesInNamespaces } from './in-namespaces.ts';

export const ancientpages: QueryPage = {
  name: 'Ancientpages',
  expensive: true,
  timestamps: true,
  order: 'ascending',
  rows(env, window) {
    const pages = env.db
      .selectFrom('page')
      .innerJoin('revision', 'rev_id', 'page_latest')
      .select(['page_namespace as namespace', 'page_title as title', 'rev_timestamp as value'])
      .where('page_namespace', 'in', contentNamespaces(env))
      .where('page_is_redirect', '=', 0)
      .orderBy('rev_timestamp');
    return inWindow(pages.orderBy('page_namespace').orderBy('page_len').orderBy('page_id'), window);
  },
};

const pagesByLength = (name: string, order: 'ascending' | 'descending'): QueryPage => ({
  name,
  order,
  async rows(env, window) {
    const excluded = new Set(env.site.configuration.shortPagesNamespaceExclusions);
    const namespaces = contentNamespaces(env).filter(id => !excluded.has(id));
    const pages = await pagesInNamespaces(env, namespaces, byLength({ forward: order === 'ascending' }), window, all =>
      all.where('page_is_redirect', '=', 0),
    );
    return pages.map(page => ({ namespace: page.page_namespace, title: page.page_title, value: page.page_len }));
  },
});

export const shortpages = pagesByLength('Shortpages', 'ascending');
export const longpages = pagesByLength('Longpages', 'descending');
