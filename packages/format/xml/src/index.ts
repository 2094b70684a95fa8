import { p } from '@wikiquery/core';
import { defineFormat } from '@wikiquery/core/host';
import { stylesheet, withNamespace, writeXml } from '@wikiquery/formats/xml';
import { normalizerOf } from '@wikiquery/languages';

export default defineFormat({
  name: 'xml',
  summary: 'Output in the format xml.',
  asDeclared: true,
  params: {
    xslt: stylesheet(),
    includexmlnamespace: p.boolean().help('Say which namespace of XML the elements are of.'),
  },
  differences: ['`xslt` is refused: no style sheet is linked to, and a warning says so.'],

  write: ({ fields, declared, size, site, params: { includexmlnamespace } }) => ({
    type: 'text/xml; charset=utf-8',
    filename: 'api-result.xml',
    body: writeXml(includexmlnamespace ? withNamespace(fields) : fields, { declared: declared(), size, normalize: normalizerOf(site) }),
  }),
});
