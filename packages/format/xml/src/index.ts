import { defineFormat } from '@wikiquery/core/host';
import { withNamespace, writeXml, xmlParams } from '@wikiquery/formats/xml';
import { normalizerOf } from '@wikiquery/languages';

export default defineFormat({
  name: 'xml',
  summary: 'Output in the format xml.',
  asDeclared: true,
  params: xmlParams,
  differences: ['`xslt` is refused: no style sheet is linked to, and a warning says so.'],

  write: ({ fields, declared, size, site, params: { includexmlnamespace } }) => ({
    type: 'text/xml; charset=utf-8',
    filename: 'api-result.xml',
    body: writeXml(includexmlnamespace ? withNamespace(fields) : fields, { declared: declared(), size, normalize: normalizerOf(site) }),
  }),
});
