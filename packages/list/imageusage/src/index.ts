import { backlinkList } from '@wikiquery/links';

export default backlinkList({
  name: 'imageusage',
  prefix: 'iu',
  summary: 'List pages that use a file.',
  table: 'imagelinks',
  throughRedirects: true,
  example: 'File:Example.jpg',
});
