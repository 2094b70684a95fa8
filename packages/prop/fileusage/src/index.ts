import { incomingProp } from '@wikiquery/links';

export default incomingProp({
  name: 'fileusage',
  prefix: 'fu',
  summary: 'List the pages where files are used.',
  table: 'imagelinks',
  example: 'File:Example.jpg',
});
