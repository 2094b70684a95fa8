export {
  type BlockOptions,
  type BuiltFile,
  type BuiltPage,
  type CategoryOptions,
  type EditOptions,
  hashPassword,
  type LogOptions,
  type PhpValue,
  type StashOptions,
  serializePhp,
  type UserAccount,
  type UserOptions,
  WikiBuilder,
} from '@wikiquery/wiki-builder';
export { type ApiSetUp, apiOf, askRest } from './api-of.ts';
export { ask, type Response, type Values } from './ask.ts';
export { ColumnsRead } from './columns-read.ts';
export { type Ask, type AskOptions, describeModule, type ModuleTest } from './describe-module.ts';
export { type Remade, remakeTables } from './older-tables.ts';
export { engines, openWiki, quickEngines, TestWiki, type WikiOptions } from './open-wiki.ts';
export { inheritedNames, pollutingDocuments, watchShared, withoutPlanted } from './pollution.ts';
export { type Reader, reader } from './reader.ts';
export { type Received, type RecordingUpstream, recordingUpstream, sendBytes, type UpstreamResponse } from './recording-upstream.ts';
