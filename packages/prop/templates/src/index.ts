import { outgoingProp } from '@wikiquery/links';

export default outgoingProp({
  name: 'templates',
  prefix: 'tl',
  summary: 'List the pages transcluded on pages.',
  table: 'templatelinks',
  filter: 'templates',
  filterHelp: 'Include only these templates. Use it to test whether a page transcludes a template.',
});
