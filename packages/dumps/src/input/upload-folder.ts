import { createHash } from 'node:crypto';
import type { ArchiveMember } from './archive.ts';

export type UploadFolder = ({ readonly kind: 'folder' } | { readonly kind: 'archive'; readonly members: readonly ArchiveMember[] }) & {
  readonly path: string;
  readonly names: ReadonlyMap<string, Upload>;
};

export interface Upload {
  /** File name without the namespace. WikiTeam shortens long names. */
  readonly name: string;
  /** Name of an old version, such as `20240101000000!Name.png`. Undefined for the current version. */
  readonly archiveName: string | undefined;
}

/** Folders inside an upload folder that contain no original files. */
const DERIVED_FOLDERS: ReadonlySet<string> = new Set([
  'thumb',
  'temp',
  'deleted',
  'lockdir',
  'transcoded',
  'math',
  'timeline',
  'score',
  'cache',
]);

/** Selects uploaded files: those below a folder `images` and those in hashed folders. `outer`: name of the folder or archive. */
export function uploadsAmong(paths: readonly string[], outer: string): Map<string, Upload> {
  const uploads = new Map<string, Upload>();
  for (const path of paths) {
    const parts = path.split(/[/\\]/).filter(part => part !== '' && part !== '.');
    const name = parts.at(-1) ?? '';
    const inner = withinUploads(parts, outer);
    if (!inner || parts.includes('..') || inner.slice(0, -1).some(part => DERIVED_FOLDERS.has(part)) || NO_UPLOAD.test(name)) continue;
    const old = inner[0] === 'archive' ? /^(\d{14})!(.+)$/s.exec(name) : null;
    if (inner[0] === 'archive' && !old) continue;
    uploads.set(path, { name: old?.[2] ?? name, archiveName: old ? name : undefined });
  }
  return uploads;
}

/** Whether a file belongs to an upload folder but is not an original: a thumbnail, deleted file or description. */
export function isBesideUploads(path: string, outer: string): boolean {
  const folders = path.split(/[/\\]/).slice(0, -1);
  return path.endsWith('.desc') || outer === 'images' || folders.some(folder => folder === 'images' || DERIVED_FOLDERS.has(folder));
}

/** Names of WikiTeam's descriptions, and of files by web servers and MediaWiki. */
const NO_UPLOAD = /\.desc$|^(?:README|index\.html|\.htaccess)$/;

function withinUploads(parts: readonly string[], outer: string): readonly string[] | undefined {
  const at = parts.indexOf('images');
  if (at >= 0 && at < parts.length - 1) return parts.slice(at + 1);
  if (/^images$/.test(outer)) return parts;
  const name = parts.at(-1) ?? '';
  const isOld = parts.at(-4) === 'archive';
  const hash = createHash('md5')
    .update(isOld ? name.slice(15) : name)
    .digest('hex');
  const isHashed = parts.at(-2) === hash.slice(0, 2) && parts.at(-3) === hash.slice(0, 1);
  return isHashed ? parts.slice(isOld ? -4 : -3) : undefined;
}
