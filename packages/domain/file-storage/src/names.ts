import { createHash } from 'node:crypto';

const MAX_BYTES = 255;

/** `.`, `..` and names such as `.htaccess`, which MediaWiki rejects. */
const ONLY_EXTENSION = /^\.+[^.]*$/;

/** Device names and characters that Windows reserves. */
const RESERVED = process.platform === 'win32' ? /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"|?*]|[. ]$/i : undefined;

/** Whether an uploaded file can have this name, in database form. */
export const isFileName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name !== '' &&
  Buffer.byteLength(name) <= MAX_BYTES &&
  name.isWellFormed() &&
  !/[/\\]/.test(name) &&
  !hasControls(name) &&
  !ONLY_EXTENSION.test(name) &&
  !RESERVED?.test(name);

/** ASCII control characters, as in titles. */
const hasControls = (name: string): boolean => Array.from(name).some(character => character < ' ' || character === '\u007f');

/** Whether an old version of a file can have this name: `20240101000000!Name.png`. */
export const isArchiveName = (name: unknown): name is string => isFileName(name) && /^\d{14}!./s.test(name) && isFileName(name.slice(15));

/** Returns a path such as `archive/a/ab/20240101000000!Name.png`, or undefined for invalid names. `isHashed`: `$wgHashedUploadDirectory`. */
export function filePath(name: string, archiveName?: string, isHashed = true): string | undefined {
  if (!isFileName(name) || (archiveName !== undefined && !isArchiveName(archiveName))) return undefined;
  const hash = createHash('md5').update(name).digest('hex');
  const folder = isHashed ? `${hash.slice(0, 1)}/${hash.slice(0, 2)}/` : '';
  return archiveName === undefined ? folder + name : `archive/${folder}${archiveName}`;
}

/** Maximum bytes of a name, with room for a suffix such as `.part`. */
const MAX_LOCAL_BYTES = 200;

/** Converts an untrusted text to one file name, never a path. Long texts lose their beginning and keep the file extension. */
export function localName(text: string, fallback: string): string {
  const bytes = Buffer.from(text.replaceAll(/[/\\\p{Cc}]/gu, '_'));
  let from = Math.max(0, bytes.length - MAX_LOCAL_BYTES);
  // Do not split a UTF-8 character.
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  const name = bytes.toString('utf8', from);
  return /^\.*$/.test(name) || RESERVED?.test(name) ? fallback : name;
}
