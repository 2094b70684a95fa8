import { outgoingProp } from '@wikiquery/links';

/** Lists the files used on pages, as MediaWiki's `prop=images` does. */
export default outgoingProp({
  name: 'images',
  prefix: 'im',
  summary: 'List the files used on pages.',
  table: 'imagelinks',
  filter: 'images',
  filterHelp: 'Include only these files. Use it to test whether a page uses a file.',
});
