import { foreignLinksProp } from '@wikiquery/links';

/** Lists the interwiki links on pages, as MediaWiki's `prop=iwlinks` does. */
export default foreignLinksProp({
  name: 'iwlinks',
  prefix: 'iw',
  summary: 'List the interwiki links on pages.',
  table: 'iwlinks',
});
