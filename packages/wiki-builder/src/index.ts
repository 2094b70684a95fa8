export { hashPassword, sha1Base36 } from './dictionary.ts';
export { type PhpValue, serializePhp } from './php.ts';
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
} from './wiki.ts';
export { createWikiFile, emptyWikiFile, openWikiFile } from './wiki-file.ts';
export { writeXml, type XmlDump, type XmlLogEntry, type XmlPage, type XmlRevision } from './xml.ts';
