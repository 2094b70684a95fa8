import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'redirects',
  prefix: 'rd',
  summary: 'List redirects to pages.',
  table: 'redirect',
});
