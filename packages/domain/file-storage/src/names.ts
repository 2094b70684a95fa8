import { createHash } from 'node:crypto';

/** Most bytes of a name in the tables and in file systems. */
const LONGEST_NAME = 255;

/** `.`, `..` and names such as `.htaccess`: an extension without a name, which MediaWiki rejects. */
const ONLY_EXTENSION = /^\.+[^.]*$/;

/** Device names and characters that Windows reserves. */
const RESERVED = process.platform === 'win32' ? /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"|?*]|[. ]$/i : undefined;

/** Whether an uploaded file can have this name, in database form. */
export const isFileName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name !== '' &&
  Buffer.byteLength(name) <= LONGEST_NAME &&
  name.isWellFormed() &&
  !/[/\\]/.test(name) &&
  !hasControls(name) &&
  !ONLY_EXTENSION.test(name) &&
  !RESERVED?.test(name);

/** Control characters of ASCII, as MediaWiki rejects them in titles. */
const hasControls = (name: string): boolean => Array.from(name).some(character => character < ' ' || character === '\u007f');

/** Whether an old version of a file can have this name: `20240101000000!Name.png`. */
export const isArchiveName = (name: unknown): name is string => isFileName(name) && /^\d{14}!./s.test(name) && isFileName(name.slice(15));

/**
 * Returns the path of a file in an upload folder: `a/ab/Name.png`, `archive/a/ab/20240101000000!Name.png`. Returns undefined for an invalid file name.
 * `isHashed` is `$wgHashedUploadDirectory`.
 */
export function filePath(name: string, archiveName?: string, isHashed = true): string | undefined {
  if (!isFileName(name) || (archiveName !== undefined && !isArchiveName(archiveName))) return undefined;
  const hash = createHash('md5').update(name).digest('hex');
  const folder = isHashed ? `${hash.slice(0, 1)}/${hash.slice(0, 2)}/` : '';
  return archiveName === undefined ? folder + name : `archive/${folder}${archiveName}`;
}

/** Most bytes of a name to which a suffix such as `.part` may be added. */
const LONGEST_LOCAL_NAME = 200;

/** Converts an external text to the name of one file or folder, never a path. A long text loses its beginning, so that the file extension remains. */
export function localName(text: string, fallback: string): string {
  const bytes = Buffer.from(text.replaceAll(/[/\\\p{Cc}]/gu, '_'));
  let from = Math.max(0, bytes.length - LONGEST_LOCAL_NAME);
  // Do not split a UTF-8 character.
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  const name = bytes.toString('utf8', from);
  return /^\.*$/.test(name) || RESERVED?.test(name) ? fallback : name;
}
