import { p } from '@wikiquery/core';
import { defineFormat } from '@wikiquery/core/host';
import { withNamespace, writeXml, xmlParams } from '@wikiquery/formats/xml';
import { resultPage, resultPageHeaders, wrappedResult } from '@wikiquery/html';
import { normalizerOf } from '@wikiquery/languages';

/** Writes the response as an HTML page with formatted XML, as MediaWiki's `format=xmlfm` does. */
export default defineFormat({
  name: 'xmlfm',
  summary: 'Write the response as an HTML page with formatted XML.',
  asDeclared: true,
  params: {
    ...xmlParams,
    wrappedhtml: p.boolean().help('Return the HTML and its style modules in a JSON object.'),
  },

  write({ fields, declared, size, params: { includexmlnamespace, wrappedhtml }, site, status, documentation }) {
    const { sitename = '', generator } = site.general as { readonly sitename?: string; readonly generator?: string };
    const frame = wrappedhtml ? wrappedResult(status) : resultPage({ format: 'XML', name: 'xml', sitename, generator, documentation });
    const options = { declared: declared(), size, pretty: true, frame, normalize: normalizerOf(site) };
    return {
      body: writeXml(includexmlnamespace ? withNamespace(fields) : fields, options),
      ...resultPageHeaders[wrappedhtml ? 'wrapped' : 'page'],
    };
  },
});
