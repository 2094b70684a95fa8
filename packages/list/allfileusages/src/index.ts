import { targetList } from '@wikiquery/links';

/** Lists uses of files, including missing files, as MediaWiki's `list=allfileusages` does. */
export default targetList({
  name: 'allfileusages',
  prefix: 'af',
  summary: 'List uses of files, including missing files.',
  table: 'imagelinks',
  element: 'f',
  namespace: 6,
});
