import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'alllinks',
  prefix: 'al',
  summary: 'Enumerate all links that point to a given namespace.',
  table: 'pagelinks',
  namespace: 0,
});
