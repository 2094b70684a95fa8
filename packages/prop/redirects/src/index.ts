import { incomingProp } from '@wikiquery/links';

/** Lists redirects to pages, as MediaWiki's `prop=redirects` does. */
export default incomingProp({
  name: 'redirects',
  prefix: 'rd',
  summary: 'List redirects to pages.',
  table: 'redirect',
});
