import { incomingProp } from '@wikiquery/links';

/** Lists the pages that transclude titles, as MediaWiki's `prop=transcludedin` does. */
export default incomingProp({
  name: 'transcludedin',
  prefix: 'ti',
  summary: 'List the pages that transclude titles.',
  table: 'templatelinks',
});
