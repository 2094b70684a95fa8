export { type ApiSetUp, apiOf } from './api-of.ts';
export { type Ask, type AskOptions, describeModule, type ModuleTest, type Response } from './describe-module.ts';
export { hashPassword, sha1Base36 } from '@wikiquery/wiki-builder';
export { engines, openWiki, TestWiki, type WikiOptions } from './open-wiki.ts';
export { type PhpValue, serializePhp } from '@wikiquery/wiki-builder';
export { type Reader, reader } from './reader.ts';
export {
  type BlockOptions,
  type CategoryOptions,
  type EditOptions,
  type FileOptions,
  type LogOptions,
  type Page,
  type StashOptions,
  type UserAccount,
  type UserOptions,
  Wiki,
} from '@wikiquery/wiki-builder';
