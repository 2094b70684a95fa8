import { foreignBacklinkList } from '@wikiquery/links';

/** Lists pages with language links to a language or to one of its pages, as MediaWiki's `list=langbacklinks` does. */
export default foreignBacklinkList({
  name: 'langbacklinks',
  prefix: 'lbl',
  summary: 'List pages with language links to a language or to one of its pages.',
  table: 'langlinks',
  errorCode: 'nolang',
});
