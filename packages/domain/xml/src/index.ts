export { xmlName } from './name.ts';
export { stylesheet, withNamespace } from './parameters.ts';
export { writeXml, type XmlOptions } from './write.ts';
