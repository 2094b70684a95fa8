import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'allfileusages',
  prefix: 'af',
  summary: 'List all file usages, including non-existing files.',
  table: 'imagelinks',
  element: 'f',
  namespace: 6,
});
