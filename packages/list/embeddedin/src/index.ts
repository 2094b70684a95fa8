import { backlinkList } from '@wikiquery/links';

export default backlinkList({
  name: 'embeddedin',
  prefix: 'ei',
  summary: 'List pages that transclude a page.',
  table: 'templatelinks',
  throughRedirects: false,
  example: 'Template:Stub',
});
