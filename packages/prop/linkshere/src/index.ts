import { incomingProp } from '@wikiquery/links';

/** Lists the pages that link to titles, as MediaWiki's `prop=linkshere` does. */
export default incomingProp({
  name: 'linkshere',
  prefix: 'lh',
  summary: 'List the pages that link to titles.',
  table: 'pagelinks',
});
