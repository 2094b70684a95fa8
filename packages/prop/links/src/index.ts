import { outgoingProp } from '@wikiquery/links';

/** Lists the internal links on pages, as MediaWiki's `prop=links` does. */
export default outgoingProp({
  name: 'links',
  prefix: 'pl',
  summary: 'List the internal links on pages.',
  table: 'pagelinks',
  filter: 'titles',
  filterHelp: 'Include only links to these titles. Use it to test whether a page links to a title.',
});
