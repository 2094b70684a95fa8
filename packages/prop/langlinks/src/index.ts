import { foreignLinksProp } from '@wikiquery/links';

export default foreignLinksProp({
  name: 'langlinks',
  prefix: 'll',
  summary: 'Returns all interlanguage links from the given pages.',
  table: 'langlinks',
});
