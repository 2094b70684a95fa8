export { type Address, documentOf, documentsOf, indexOf } from './documents.ts';
export { describeOffer, type Offer } from './offer.ts';
export { openApi } from './openapi.ts';
export { pageSchema, recordSchema } from './result-schema.ts';
export { sentenceOf } from './sentences.ts';
export { addedModuleTypes, moduleTypes } from './typescript/module-types.ts';
export { selectionTypes } from './typescript/selection.ts';
export { type Definitions, FORMAT_VERSIONS, type FormatVersion, schemaOfField } from './value-schema.ts';
