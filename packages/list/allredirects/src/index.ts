import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'allredirects',
  prefix: 'ar',
  summary: 'List targets of redirects in a namespace.',
  table: 'redirect',
  element: 'r',
  namespace: 0,
});
