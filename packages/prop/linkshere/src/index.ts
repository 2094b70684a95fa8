import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'linkshere',
  prefix: 'lh',
  summary: 'List the pages that link to titles.',
  table: 'pagelinks',
});
