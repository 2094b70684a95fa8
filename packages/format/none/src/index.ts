import { defineFormat } from '@wikiquery/core';

/** Writes an empty response body, as MediaWiki's `format=none` does. */
export default defineFormat({
  name: 'none',
  summary: 'Write an empty response body.',
  params: {},
  write: () => ({ type: 'text/plain; charset=utf-8', filename: 'api-result.txt', body: '' }),
});
