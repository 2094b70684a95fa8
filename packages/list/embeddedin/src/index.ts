import { backlinkList } from '@wikiquery/links';

export default backlinkList({
  name: 'embeddedin',
  prefix: 'ei',
  summary: 'Find all pages that transclude the given page.',
  table: 'templatelinks',
  throughRedirects: false,
  example: 'Template:Stub',
});
