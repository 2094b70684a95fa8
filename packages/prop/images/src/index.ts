import { outgoingProp } from '@wikiquery/links';

export default outgoingProp({
  name: 'images',
  prefix: 'im',
  summary: 'Returns all files that are used on the given pages.',
  table: 'imagelinks',
  filter: 'images',
  filterHelp: 'Only list these files. Useful for checking whether a certain page has a certain file.',
});
