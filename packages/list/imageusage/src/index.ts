import { backlinkList } from '@wikiquery/links';

/** Lists pages that use a file, as MediaWiki's `list=imageusage` does. */
export default backlinkList({
  name: 'imageusage',
  prefix: 'iu',
  summary: 'List pages that use a file.',
  table: 'imagelinks',
  throughRedirects: true,
  example: 'File:Example.jpg',
});
