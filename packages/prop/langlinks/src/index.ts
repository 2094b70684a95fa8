import { foreignLinksProp } from '@wikiquery/links';

/** Lists the language links of pages, as MediaWiki's `prop=langlinks` does. */
export default foreignLinksProp({
  name: 'langlinks',
  prefix: 'll',
  summary: 'List the language links of pages.',
  table: 'langlinks',
});
