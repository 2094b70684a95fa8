import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'fileusage',
  prefix: 'fu',
  summary: 'Find all pages that use the given files.',
  table: 'imagelinks',
  example: 'File:Example.jpg',
});
