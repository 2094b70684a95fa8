export { loadBlobs, loadSizedBlobs } from './load.ts';
export { type Serializable, serializePhp } from './serialized/serialize.ts';
export { isList, isPhpArray, type PhpArray, type PhpValue, toJsonValue, toText, unserialize } from './serialized/unserialize.ts';
export { base36Sha1, hexSha1, sha1Base36 } from './sha1.ts';
