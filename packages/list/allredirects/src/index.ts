import { targetList } from '@wikiquery/links';

/** Lists targets of redirects in a namespace, as MediaWiki's `list=allredirects` does. */
export default targetList({
  name: 'allredirects',
  prefix: 'ar',
  summary: 'List targets of redirects in a namespace.',
  table: 'redirect',
  element: 'r',
  namespace: 0,
});
