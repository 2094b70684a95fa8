import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { contains, filePath } from '@wikiquery/file-storage';

/** Private folders of MediaWiki's upload directory: deleted files, locks, unfinished uploads. */
const PRIVATE = /^\/+(?:deleted|lockdir|temp|private)(?:\/|$)/i;

/** Whether clients may read a file of the upload directory. `path`: a path that `normalPath` returned. */
export const isServed = async (folder: string, path: string): Promise<boolean> =>
  !PRIVATE.test(path) && !hasDotfile(path) && contains(folder, path);

/**
 * Reads a file that clients may read. `path`: URL path below the folder. Resolves to undefined if the file is missing, is private or has
 * more than `maxBytes` bytes.
 */
export async function readUploadedFile(folder: string, path: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const normal = normalPath(path);
  if (!(await isServed(folder, normal))) return undefined;
  try {
    await using file = await open(join(folder, normal));
    const { size } = await file.stat();
    return size <= maxBytes ? await file.readFile() : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a path contains a dotfile such as `.git`. An uploaded file may have such a name: its folders then match the name's hash. */
function hasDotfile(path: string): boolean {
  const parts = path.split('/');
  return parts.some((part, at) => part.startsWith('.') && parts.slice(at - 2, at + 1).join('/') !== filePath(part));
}

/** Decodes and normalizes a path, as the file system resolves it. A path that cannot be decoded is treated as private. */
export function normalPath(path: string): string {
  try {
    return posix.normalize(decodeURIComponent(path).replaceAll('\\', '/'));
  } catch {
    return '/private';
  }
}
