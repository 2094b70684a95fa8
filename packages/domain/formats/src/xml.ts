export { xmlName } from './xml/name.ts';
export { withNamespace, xmlParams } from './xml/parameters.ts';
export { writeXml, type XmlOptions } from './xml/write.ts';
