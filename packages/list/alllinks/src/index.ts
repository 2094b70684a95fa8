import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'alllinks',
  prefix: 'al',
  summary: 'Enumerate all links that point to a given namespace.',
  differences: ['Link targets come in the order of their ids, each once; MediaWiki 1.43 repeats or loses some when it continues.'],
  table: 'pagelinks',
  element: 'l',
  namespace: 0,
});
