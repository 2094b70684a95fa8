import { createHash } from 'node:crypto';

const MAX_BYTES = 255;

/** Matches `.`, `..` and names such as `.htaccess`, which MediaWiki rejects. */
const ONLY_EXTENSION = /^\.+[^.]*$/;

/** Device names and characters that Windows reserves. */
const RESERVED = process.platform === 'win32' ? /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"|?*]|[. ]$/i : undefined;

/** Whether an uploaded file can have this name. The name must be in database form, with underscores. */
export const isFileName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name !== '' &&
  Buffer.byteLength(name) <= MAX_BYTES &&
  name.isWellFormed() &&
  !/[/\\]/.test(name) &&
  !hasControls(name) &&
  !ONLY_EXTENSION.test(name) &&
  !RESERVED?.test(name);

/** Whether a name contains ASCII control characters, which titles cannot contain either. */
const hasControls = (name: string): boolean => Array.from(name).some(character => character < ' ' || character === '\u007f');

/** Whether an old version of a file can have this name: `20240101000000!Name.png`. */
export const isArchiveName = (name: unknown): name is string => isFileName(name) && /^\d{14}!./s.test(name) && isFileName(name.slice(15));

/** Returns a path such as `archive/a/ab/20240101000000!Name.png`. Undefined for invalid names. `isHashed`: `$wgHashedUploadDirectory`. */
export function filePath(name: string, archiveName?: string, isHashed = true): string | undefined {
  if (!isFileName(name) || (archiveName !== undefined && !isArchiveName(archiveName))) return undefined;
  const hash = createHash('md5').update(name).digest('hex');
  const folder = isHashed ? `${hash.slice(0, 1)}/${hash.slice(0, 2)}/` : '';
  return archiveName === undefined ? folder + name : `archive/${folder}${archiveName}`;
}

/** Maximum length of a local file name in bytes, with room for a suffix such as `.part`. */
const MAX_LOCAL_BYTES = 200;

/** Converts an untrusted string to a single file name, or to `fallback`. Long names are cut at the start to keep their extension. */
export function localName(text: string, fallback: string): string {
  const bytes = Buffer.from(text.replaceAll(/[/\\\p{Cc}]/gu, '_'));
  let from = Math.max(0, bytes.length - MAX_LOCAL_BYTES);
  // Skips the rest of a UTF-8 character that was cut.
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  const name = bytes.toString('utf8', from);
  return /^\.*$/.test(name) || RESERVED?.test(name) ? fallback : name;
}
