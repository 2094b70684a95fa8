import { targetList } from '@wikiquery/links';

export default targetList({
  name: 'allfileusages',
  prefix: 'af',
  summary: 'List uses of files, including missing files.',
  table: 'imagelinks',
  element: 'f',
  namespace: 6,
});
