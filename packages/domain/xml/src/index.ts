export { escapeAttribute, escapeText, xmlName } from './escape.ts';
export { stylesheet, withNamespace } from './parameters.ts';
export { writeXml, type XmlFrame, type XmlOptions } from './write.ts';
