import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'alltransclusions',
  prefix: 'at',
  summary: 'List all transclusions of pages of a namespace, including non-existing pages.',
  table: 'templatelinks',
  namespace: 10,
});
