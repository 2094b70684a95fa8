import { outgoingProp } from '@wikiquery/links';

/** Lists the pages transcluded on pages, as MediaWiki's `prop=templates` does. */
export default outgoingProp({
  name: 'templates',
  prefix: 'tl',
  summary: 'List the pages transcluded on pages.',
  table: 'templatelinks',
  filter: 'templates',
  filterHelp: 'Include only these templates. Use it to test whether a page transcludes a template.',
});
