import { foreignBacklinkList } from '@wikiquery/links';

export default foreignBacklinkList({
  name: 'langbacklinks',
  prefix: 'lbl',
  summary: 'List pages with language links to a language or to one of its pages.',
  table: 'langlinks',
  errorCode: 'nolang',
});
