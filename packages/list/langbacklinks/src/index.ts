import { foreignBacklinkList } from '@wikiquery/links';

export default foreignBacklinkList({
  name: 'langbacklinks',
  prefix: 'lbl',
  summary: 'Find all pages that have a link to a language, or to a page in it.',
  table: 'langlinks',
  errorCode: 'nolang',
});
