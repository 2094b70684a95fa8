import { isInvalid, message, NS, p } from '@wikiquery/core';
import { Param } from '@wikiquery/core/host';

/** Parameters of the XML formats. `xslt` only produces MediaWiki's warnings; the style sheet is never linked. */
export const xmlParams = {
  xslt: new Param<string>({
    name: 'string',
    read(text, { titles, warn }) {
      const title = titles.parse(text);
      if (isInvalid(title)) warn(noStylesheet);
      else if (title.namespace !== NS.MEDIAWIKI) warn(notInNamespace);
      else if (!title.dbkey.endsWith('.xsl')) warn(noExtension);
      else warn(noStylesheet);
      return text;
    },
  }).help('Title of a page with an XSL style sheet. Ignored.'),
  includexmlnamespace: p.boolean().help('Declare the XML namespace of the elements.'),
};

const warning = (key: string, text: string) => message(key, text, { key: `apiwarn-${key}` });
const noStylesheet = warning('invalidxmlstylesheet', 'The style sheet does not exist, or cannot be used.');
const notInNamespace = warning('invalidxmlstylesheetns', 'The style sheet must be a page of the MediaWiki namespace.');
const noExtension = warning('invalidxmlstylesheetext', 'The name of the style sheet must end with ".xsl".');

/** Adds the namespace of MediaWiki's API (`xmlns`) to the fields of a response, unless they contain one. */
export const withNamespace = (fields: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> =>
  fields.has('xmlns') ? fields : new Map([...fields, ['xmlns', 'http://www.mediawiki.org/xml/api/']]);
