import { foreignLinksProp } from '@wikiquery/links';

export default foreignLinksProp({
  name: 'iwlinks',
  prefix: 'iw',
  summary: 'Returns all interwiki links from the given pages.',
  table: 'iwlinks',
});
