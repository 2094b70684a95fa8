import { backlinkList } from '@wikiquery/links';

export default backlinkList({
  name: 'imageusage',
  prefix: 'iu',
  summary: 'Find all pages that use the given file.',
  table: 'imagelinks',
  throughRedirects: true,
  example: 'File:Example.jpg',
});
