import { createHash } from 'node:crypto';
import { NS, type Site } from '@wikiquery/core';

/** What a URL depends on: the name in database form, and the name under which the file is kept where that is another one. */
export interface FileName {
  readonly name: string;
  readonly archiveName?: string | undefined;
}

/** Where uploaded files are. Absolute, or beginning with a path or a host. */
export interface FileUrls {
  original(file: FileName): string;
  /** `prefix` tells one thumbnail from another (`120px`); `suffix` is an extension (`.png`) or empty. */
  thumbnail(file: FileName, prefix: string, suffix: string): string;
  /** The page about a file. */
  description(file: FileName): string;
  /** The same by the id of the page; undefined where there is no such URL. */
  shortDescription(pageId: number): string | undefined;
  /** A picture that stands for files of a kind. */
  icon(extension: string): string;
}

/** The URLs of MediaWiki's own file repository, as `meta=filerepoinfo` describes it. */
export function repositoryUrls(site: Site): FileUrls {
  const { url, thumbUrl, scriptDirUrl } = localRepository(site);
  const originals = url ?? '';
  const thumbnails = thumbUrl ?? `${originals}/thumb`;
  const relative = (file: FileName) => {
    const folder = site.configuration.hashedUploadDirectory ? hashFolder(file.name) : '';
    return file.archiveName === undefined ? `${folder}${encodePath(file.name)}` : `archive/${folder}${encodePath(file.archiveName)}`;
  };
  return {
    original: file => `${originals}/${relative(file)}`,
    thumbnail: (file, prefix, suffix) => `${thumbnails}/${relative(file)}/${encodePath(`${prefix}-${file.name}${suffix}`)}`,
    description: ({ name }) => site.urls.local({ namespace: NS.FILE, dbkey: name }),
    shortDescription: pageId => (scriptDirUrl === undefined ? undefined : `${scriptDirUrl}/index.php?curid=${pageId}`),
    icon: extension =>
      `${String(site.general.scriptpath)}/resources/assets/file-type-icons/fileicon${ICONS.has(extension) ? `-${extension}` : ''}.png`,
  };
}

interface Repository {
  readonly name: string;
  readonly local?: boolean;
  readonly url?: string;
  readonly thumbUrl?: string;
  readonly scriptDirUrl?: string;
}

/** The repository of the wiki's own files. */
export function localRepository({ info }: Site): Repository {
  const repositories = (info.repos ?? []) as readonly Repository[];
  return repositories.find(({ local }) => local) ?? repositories[0] ?? { name: 'local' };
}

/** Files lie in folders named after the first digits of the MD5 hash of their names: `a/ab/`. */
function hashFolder(name: string): string {
  const hash = createHash('md5').update(name).digest('hex');
  return `${hash[0]}/${hash.slice(0, 2)}/`;
}

/** Percent-encodes all but letters, digits and `-_.~`. */
export const encodePath = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The kinds for which MediaWiki comes with an icon of their own. */
const ICONS: ReadonlySet<string> = new Set(
  'c cpp deb djvu dvi exe h html iso java mid mov mpga o ogg pdf ps psd rm rpm svg tar tex ttf txt xcf'.split(' '),
);
