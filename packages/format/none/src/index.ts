import { defineFormat } from '@wikiquery/core';

export default defineFormat({
  name: 'none',
  summary: 'Output nothing.',
  params: {},
  write: () => ({ type: 'text/plain; charset=utf-8', filename: 'api-result.txt', body: '' }),
});
