import { targetList } from '@wikiquery/links';

/** Lists transcluded titles of a namespace, including missing pages, as MediaWiki's `list=alltransclusions` does. */
export default targetList({
  name: 'alltransclusions',
  prefix: 'at',
  summary: 'List transcluded titles of a namespace, including missing pages.',
  differences: [
    'Targets are ordered by id, and with `unique` each is returned once. MediaWiki 1.43 repeats or skips some after a continue value.',
  ],
  table: 'templatelinks',
  element: 't',
  namespace: 10,
});
