import { backlinkList } from '@wikiquery/links';

/** Lists pages that link to a page, as MediaWiki's `list=backlinks` does. */
export default backlinkList({
  name: 'backlinks',
  prefix: 'bl',
  summary: 'List pages that link to a page.',
  table: 'pagelinks',
  throughRedirects: true,
});
