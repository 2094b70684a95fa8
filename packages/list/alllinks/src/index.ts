import { targetList } from '@wikiquery/links';

/** Lists link targets in a namespace, including missing pages, as MediaWiki's `list=alllinks` does. */
export default targetList({
  name: 'alllinks',
  prefix: 'al',
  summary: 'List link targets in a namespace, including missing pages.',
  differences: [
    'Targets are ordered by id, and with `unique` each is returned once. MediaWiki 1.43 repeats or skips some after a continue value.',
  ],
  table: 'pagelinks',
  element: 'l',
  namespace: 0,
});
