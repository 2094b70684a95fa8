import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'allredirects',
  prefix: 'ar',
  summary: 'List all redirects to a namespace.',
  table: 'redirect',
  element: 'r',
  namespace: 0,
});
