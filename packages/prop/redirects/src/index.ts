import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'redirects',
  prefix: 'rd',
  summary: 'Returns all redirects to the given pages.',
  table: 'redirect',
});
