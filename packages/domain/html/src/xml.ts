/** As text of an element of XML. */
export const escapeXmlText = (text: string): string => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, reference) : text);

/** As value of an attribute of XML: line ends and tabs, which parsers make spaces of, as references. */
export const escapeXmlAttribute = (text: string): string => (/[&<>"\n\r\t]/.test(text) ? text.replace(/[&<>"\n\r\t]/g, reference) : text);

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
const reference = (character: string): string => REFERENCES[character] as string;

/** XML cannot hold control characters and the like at all, not even as references. */
export const cleanXml = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu;
