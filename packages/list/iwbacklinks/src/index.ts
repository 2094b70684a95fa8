import { foreignBacklinkList } from '@wikiquery/links';

export default foreignBacklinkList({
  name: 'iwbacklinks',
  prefix: 'iwbl',
  summary: 'Find all pages that link to another wiki, or to a page of it.',
  table: 'iwlinks',
});
