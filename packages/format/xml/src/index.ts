import { defineFormat } from '@wikiquery/core/host';
import { withNamespace, writeXml, xmlParams } from '@wikiquery/formats/xml';
import { normalizerOf } from '@wikiquery/languages';

/** Writes the response as XML, as MediaWiki's `format=xml` does. */
export default defineFormat({
  name: 'xml',
  summary: 'Write the response as XML.',
  asDeclared: true,
  params: xmlParams,
  differences: ['`xslt` is ignored with a warning. No style sheet is linked.'],

  write: ({ fields, declared, size, site, params: { includexmlnamespace } }) => ({
    type: 'text/xml; charset=utf-8',
    filename: 'api-result.xml',
    body: writeXml(includexmlnamespace ? withNamespace(fields) : fields, { declared: declared(), size, normalize: normalizerOf(site) }),
  }),
});
