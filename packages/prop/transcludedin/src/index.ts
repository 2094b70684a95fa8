import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'transcludedin',
  prefix: 'ti',
  summary: 'List the pages that transclude titles.',
  table: 'templatelinks',
});
