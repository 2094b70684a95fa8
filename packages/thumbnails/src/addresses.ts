import type { Site } from '@wikiquery/core';
import { filePath, isArchiveName } from '@wikiquery/file-storage';
import { localRepository } from '@wikiquery/files';

/** A file version, and the name of one of its thumbnails if the address is that of a thumbnail. */
export interface FileAddress {
  /** File name in database form. */
  readonly name: string;
  /** Name of an old version, such as `20240101000000!Name.png`. */
  readonly archiveName: string | undefined;
  /** Path of the file version, relative to the upload folder. */
  readonly path: string;
  /** Last part of a thumbnail's address, such as `120px-Name.png`. */
  readonly thumbName: string | undefined;
}

/** Meaning of a URL path. `other`: a path below the upload folder that names no file. */
export type Target =
  | { readonly kind: 'file'; readonly file: FileAddress }
  | { readonly kind: 'script' }
  | { readonly kind: 'icon'; readonly name: string }
  | { readonly kind: 'other' };

/** Finds the files that URL paths name, in the layout of MediaWiki's upload folder. */
export class Addresses {
  readonly #isHashed: boolean;
  /** Prefixes of paths with a slash at the end, the longest first. */
  readonly #prefixes: readonly (readonly [prefix: string, kind: 'files' | 'thumbnails' | 'icons'])[];
  readonly #scripts: ReadonlySet<string>;

  constructor(site: Site) {
    const { scriptpath } = site.general;
    const script = typeof scriptpath === 'string' ? scriptpath : '';
    const { url, thumbUrl } = localRepository(site);
    const local = (given: string | undefined): string[] => (given === undefined ? [] : localPath(site, given));
    const prefixes = new Map<string, 'files' | 'thumbnails' | 'icons'>([
      ...[`${script}/images`, '/images', `${script}/img_auth.php`, ...local(url)].map(each => [`${each}/`, 'files'] as const),
      ...local(thumbUrl).map(each => [`${each}/`, 'thumbnails'] as const),
      [`${script}/${ICONS}`, 'icons'],
    ]);
    this.#prefixes = [...prefixes].sort(([a], [b]) => b.length - a.length);
    this.#scripts = new Set([`${script}/thumb.php`, '/thumb.php']);
    this.#isHashed = site.configuration.hashedUploadDirectory;
  }

  /** Returns undefined for paths that belong to other handlers. `path`: the URL before `?`. */
  find(path: string): Target | undefined {
    if (this.#scripts.has(path)) return { kind: 'script' };
    const [prefix, kind] = this.#prefixes.find(([each]) => path.startsWith(each)) ?? [];
    if (prefix === undefined) return undefined;
    const parts = decodedParts(path.slice(prefix.length));
    if (!parts) return { kind: 'other' };
    if (kind === 'icons') return parts.length === 1 ? { kind: 'icon', name: parts[0]! } : { kind: 'other' };
    const isThumbnail = kind === 'thumbnails' || parts[0] === 'thumb';
    const file = this.#fileOf(kind === 'files' && isThumbnail ? parts.slice(1) : parts, isThumbnail);
    return file ? { kind: 'file', file } : { kind: 'other' };
  }

  /** Returns the address of a file version; undefined for an invalid name. */
  fileNamed(name: string, archiveName?: string): FileAddress | undefined {
    const path = filePath(name, archiveName, this.#isHashed);
    return path === undefined ? undefined : { name, archiveName, path, thumbName: undefined };
  }

  #fileOf(parts: readonly string[], isThumbnail: boolean): FileAddress | undefined {
    const thumbName = isThumbnail ? parts.at(-1) : undefined;
    const path = isThumbnail ? parts.slice(0, -1) : parts;
    const stored = path.at(-1);
    if (stored === undefined) return undefined;
    const isArchived = path[0] === 'archive' && path.length > 1;
    if (isArchived && !isArchiveName(stored)) return undefined;
    const file = isArchived ? this.fileNamed(stored.slice(TIMESTAMP), stored) : this.fileNamed(stored);
    // The folders follow from the name, so that each file has only one address.
    return file?.path === path.join('/') ? { ...file, thumbName } : undefined;
  }
}

const ICONS = 'resources/assets/file-type-icons/';
/** Characters of an archive name before the name of the file. */
const TIMESTAMP = '20240101000000!'.length;

/** Decodes the parts of a path. Returns undefined for a part that cannot be decoded, and for one that would change the path. */
function decodedParts(path: string): string[] | undefined {
  try {
    const parts = path.split('/').map(decodeURIComponent);
    return parts.some(part => part === '' || part === '.' || part === '..' || /[/\\\0]/.test(part)) ? undefined : parts;
  } catch {
    return undefined;
  }
}

/** Returns the path of a URL on this wiki's server, without a slash at the end. Empty for a URL on another server. */
function localPath({ general }: Site, url: string): string[] {
  const path = url.replace(/\/+$/, '');
  if (/^\/(?!\/)/.test(path)) return [path];
  const server = withoutScheme(typeof general.server === 'string' ? general.server : '');
  const address = withoutScheme(path);
  // The server can have a path of its own, which the requests to this server lack.
  return address.startsWith(`${server}/`) ? [address.slice(server.length)] : [];
}

const withoutScheme = (url: string): string => url.replace(/^(?:https?:)?\/\//i, '');
