import { outgoingProp } from '@wikiquery/links';

export default outgoingProp({
  name: 'links',
  prefix: 'pl',
  summary: 'Returns all links from the given pages.',
  table: 'pagelinks',
  filter: 'titles',
  filterHelp: 'Only list links to these titles. Useful for checking whether a certain page links to a certain title.',
});
