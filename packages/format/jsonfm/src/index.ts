import { p } from '@wikiquery/core';
import { defineFormat } from '@wikiquery/core/host';
import { writeJson } from '@wikiquery/formats';
import { resultPage, resultPageHeaders, wrappedResult } from '@wikiquery/html';
import { normalizerOf } from '@wikiquery/languages';

export default defineFormat({
  name: 'jsonfm',
  summary: 'Output in the format json, as a page for people.',
  isDefault: true,
  params: {
    callback: p.string().help('Restricts the request to what anonymous readers see.'),
    utf8: p.boolean().help('Write characters beyond ASCII as they are (formatversion 1).'),
    ascii: p.boolean().help('Escape characters beyond ASCII (formatversion 2).'),
    formatversion: p.enum(['1', '2', 'latest']).default('1').help('1: backwards-compatible; 2 and latest: modern.'),
    wrappedhtml: p.boolean().help('Return the HTML and what it needs as a JSON object.'),
  },

  write({ fields, document = fields, size, formatVersion, params: { utf8, ascii: beyond, wrappedhtml }, site, status, documentation }) {
    const ascii = formatVersion === 1 ? !utf8 : beyond;
    const { sitename = '' } = site.general as { readonly sitename?: string };
    const frame = wrappedhtml ? wrappedResult(status) : resultPage({ format: 'JSON', name: 'json', sitename, documentation });
    const { body } = writeJson(document, { size, ascii, pretty: true, frame, normalize: normalizerOf(site) });
    return { body, ...resultPageHeaders[wrappedhtml ? 'wrapped' : 'page'] };
  },
});
