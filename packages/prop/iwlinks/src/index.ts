import { foreignLinksProp } from '@wikiquery/links';

export default foreignLinksProp({
  name: 'iwlinks',
  prefix: 'iw',
  summary: 'List the interwiki links on pages.',
  table: 'iwlinks',
});
