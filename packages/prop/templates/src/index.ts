import { outgoingProp } from '@wikiquery/links';

export default outgoingProp({
  name: 'templates',
  prefix: 'tl',
  summary: 'Returns all pages that are transcluded on the given pages.',
  table: 'templatelinks',
  filter: 'templates',
  filterHelp: 'Only list these templates. Useful for checking whether a certain page uses a certain template.',
});
