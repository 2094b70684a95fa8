import { backlinkList } from '@wikiquery/links';

export default backlinkList({
  name: 'backlinks',
  prefix: 'bl',
  summary: 'Find all pages that link to the given page.',
  table: 'pagelinks',
  throughRedirects: true,
});
