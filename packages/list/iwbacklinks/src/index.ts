import { foreignBacklinkList } from '@wikiquery/links';

export default foreignBacklinkList({
  name: 'iwbacklinks',
  prefix: 'iwbl',
  summary: 'List pages with interwiki links to a wiki or to one of its pages.',
  table: 'iwlinks',
});
