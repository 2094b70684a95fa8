import { foreignLinksProp } from '@wikiquery/links';

export default foreignLinksProp({
  name: 'langlinks',
  prefix: 'll',
  summary: 'List the language links of pages.',
  table: 'langlinks',
});
