import { p } from '@wikiquery/core';
import { defineFormat } from '@wikiquery/core/host';
import { writeJson } from '@wikiquery/formats';
import { resultPage, resultPageHeaders, wrappedResult } from '@wikiquery/html';
import { normalizerOf } from '@wikiquery/languages';

/** Writes the response as an HTML page with formatted JSON, as MediaWiki's `format=jsonfm` does. */
export default defineFormat({
  name: 'jsonfm',
  summary: 'Write the response as an HTML page with formatted JSON.',
  isDefault: true,
  params: {
    callback: p.string().help('Accepted for compatibility. The request then runs with the rights of an anonymous user.'),
    utf8: p.boolean().help('Write non-ASCII characters unescaped (`formatversion=1`).'),
    ascii: p.boolean().help('Escape non-ASCII characters (`formatversion=2`).'),
    formatversion: p.enum(['1', '2', 'latest']).default('1').help('`1` is the compatible format, `2` and `latest` the modern one.'),
    wrappedhtml: p.boolean().help('Return the HTML and its style modules in a JSON object.'),
  },

  write({ fields, document = fields, size, formatVersion, params: { utf8, ascii: beyond, wrappedhtml }, site, status, documentation }) {
    const ascii = formatVersion === 1 ? !utf8 : beyond;
    const { sitename = '', generator } = site.general as { readonly sitename?: string; readonly generator?: string };
    const frame = wrappedhtml ? wrappedResult(status) : resultPage({ format: 'JSON', name: 'json', sitename, generator, documentation });
    const { body } = writeJson(document, { size, ascii, pretty: true, frame, normalize: normalizerOf(site) });
    return { body, ...resultPageHeaders[wrappedhtml ? 'wrapped' : 'page'] };
  },
});
