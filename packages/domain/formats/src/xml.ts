export { xmlName } from './xml/name.ts';
export { stylesheet, withNamespace } from './xml/parameters.ts';
export { writeXml, type XmlOptions } from './xml/write.ts';
