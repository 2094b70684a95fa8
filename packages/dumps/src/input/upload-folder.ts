import { createHash } from 'node:crypto';
import type { ArchiveMember } from './archive.ts';

/** Uploaded files that lie in a folder or in an archive. */
export type UploadFolder = ({ readonly kind: 'folder' } | { readonly kind: 'archive'; readonly members: readonly ArchiveMember[] }) & {
  readonly path: string;
  /** What is known of each, by its path there. */
  readonly names: ReadonlyMap<string, Upload>;
};

export interface Upload {
  /** The name of the file as the wiki has it; WikiTeam shortens long ones. */
  readonly name: string;
  /** Of an old version: `20240101000000!Name.png`. */
  readonly archiveName: string | undefined;
}

/** Parts of an upload folder that are no originals. */
const OTHERS: ReadonlySet<string> = new Set(['thumb', 'temp', 'deleted', 'lockdir', 'transcoded', 'math', 'timeline', 'score', 'cache']);

/**
 * Which of these files were uploaded to a wiki: those below a folder `images`, and those in folders that are called after the hash of their names, as
 * MediaWiki has it. `outer` is the name of what they lie in.
 */
export function uploadsAmong(paths: readonly string[], outer: string): Map<string, Upload> {
  const uploads = new Map<string, Upload>();
  for (const path of paths) {
    const parts = path.split(/[/\\]/).filter(part => part !== '' && part !== '.');
    const name = parts.at(-1) ?? '';
    const inner = withinUploads(parts, outer);
    if (!inner || parts.includes('..') || inner.slice(0, -1).some(part => OTHERS.has(part)) || NO_UPLOAD.test(name)) continue;
    const old = inner[0] === 'archive' ? /^(\d{14})!(.+)$/s.exec(name) : null;
    if (inner[0] === 'archive' && !old) continue;
    uploads.set(path, { name: old?.[2] ?? name, archiveName: old ? name : undefined });
  }
  return uploads;
}

/** Whether a file belongs to the upload folder of a wiki without being an original: thumbnails, deleted files, what programs note beside a file. */
export function isBesideUploads(path: string, outer: string): boolean {
  const folders = path.split(/[/\\]/).slice(0, -1);
  return path.endsWith('.desc') || outer === 'images' || folders.some(folder => folder === 'images' || OTHERS.has(folder));
}

/** WikiTeam's descriptions, and what servers and MediaWiki put there. */
const NO_UPLOAD = /\.desc$|^(?:README|index\.html|\.htaccess)$/;

/** The folders and the name below the upload folder; undefined where there is none. */
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
