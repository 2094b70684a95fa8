import { foreignBacklinkList } from '@wikiquery/links';

/** Lists pages with interwiki links to a wiki or to one of its pages, as MediaWiki's `list=iwbacklinks` does. */
export default foreignBacklinkList({
  name: 'iwbacklinks',
  prefix: 'iwbl',
  summary: 'List pages with interwiki links to a wiki or to one of its pages.',
  table: 'iwlinks',
});
