import { incomingProp } from '@wikiquery/links';

/** Lists the pages where files are used, as MediaWiki's `prop=fileusage` does. */
export default incomingProp({
  name: 'fileusage',
  prefix: 'fu',
  summary: 'List the pages where files are used.',
  table: 'imagelinks',
  example: 'File:Example.jpg',
});
