import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'linkshere',
  prefix: 'lh',
  summary: 'Find all pages that link to the given pages.',
  table: 'pagelinks',
});
