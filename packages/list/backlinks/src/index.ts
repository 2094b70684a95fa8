import { backlinkList } from '@wikiquery/links';

export default backlinkList({
  name: 'backlinks',
  prefix: 'bl',
  summary: 'List pages that link to a page.',
  table: 'pagelinks',
  throughRedirects: true,
});
