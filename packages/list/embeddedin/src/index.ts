import { backlinkList } from '@wikiquery/links';

/** Lists pages that transclude a page, as MediaWiki's `list=embeddedin` does. */
export default backlinkList({
  name: 'embeddedin',
  prefix: 'ei',
  summary: 'List pages that transclude a page.',
  table: 'templatelinks',
  throughRedirects: false,
  example: 'Template:Stub',
});
