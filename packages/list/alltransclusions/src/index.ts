import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'alltransclusions',
  prefix: 'at',
  summary: 'List all transclusions of pages of a namespace, including non-existing pages.',
  differences: ['Link targets come in the order of their ids, each once; MediaWiki 1.43 repeats or loses some when it continues.'],
  table: 'templatelinks',
  element: 't',
  namespace: 10,
});
