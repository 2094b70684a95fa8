import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'transcludedin',
  prefix: 'ti',
  summary: 'Find all pages that transclude the given pages.',
  table: 'templatelinks',
});
