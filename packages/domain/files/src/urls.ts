import { createHash } from 'node:crypto';
import { NS, type Site } from '@wikiquery/core';
import { encodeTitle } from '@wikiquery/site';

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
  const { scriptDirUrl, ...local } = localRepository(site);
  const hashLevels = site.configuration.hashedUploadDirectory ? 2 : 0;
  return {
    ...fileUrls({ ...local, hashLevels }),
    description: ({ name }) => site.urls.local({ namespace: NS.FILE, dbkey: name }),
    shortDescription: pageId => (scriptDirUrl === undefined ? undefined : `${scriptDirUrl}/index.php?curid=${pageId}`),
    icon: extension =>
      `${String(site.general.scriptpath)}/resources/assets/file-type-icons/fileicon${ICONS.has(extension) ? `-${extension}` : ''}.png`,
  };
}

/** Those of the repository of another wiki. An old version is described by the page here, as in MediaWiki. */
export function foreignUrls(site: Site, place: RepositoryPlace): FileUrls {
  const own = repositoryUrls(site);
  const { descBaseUrl, articleUrl, scriptDirUrl } = place;
  return {
    ...own,
    ...fileUrls(place),
    description(file) {
      const name = encodeTitle(file.name);
      if (file.archiveName !== undefined) return own.description(file);
      if (descBaseUrl !== undefined) return `${descBaseUrl}${name}`;
      // The name of the namespace that every wiki knows.
      if (articleUrl !== undefined) return articleUrl.replace('$1', () => `Image:${name}`);
      return scriptDirUrl === undefined ? own.description(file) : `${scriptDirUrl}/index.php?title=Image:${name}`;
    },
    shortDescription: pageId => (scriptDirUrl === undefined ? undefined : `${scriptDirUrl}/index.php?curid=${pageId}`),
  };
}

/** What `meta=filerepoinfo` or `$wgForeignFileRepos` tells of a repository; false (of one that is asked through its API) is as good as nothing. */
export interface RepositoryPlace {
  readonly url?: string | false;
  readonly thumbUrl?: string | false;
  readonly descBaseUrl?: string;
  readonly articleUrl?: string;
  readonly scriptDirUrl?: string;
  /** How many letters of the hash of a name its folders have: 2, or 0 where all files lie in one. */
  readonly hashLevels?: number;
}

function fileUrls({ url: told, thumbUrl, hashLevels = 2 }: RepositoryPlace): Pick<FileUrls, 'original' | 'thumbnail'> {
  const url = told || '';
  const thumbnails = thumbUrl || `${url}/thumb`;
  const relative = (file: FileName) => {
    const folder = hashFolder(file.name, hashLevels);
    return file.archiveName === undefined ? `${folder}${encodePath(file.name)}` : `archive/${folder}${encodePath(file.archiveName)}`;
  };
  return {
    original: file => `${url}/${relative(file)}`,
    thumbnail: (file, prefix, suffix) => `${thumbnails}/${relative(file)}/${encodePath(`${prefix}-${file.name}${suffix}`)}`,
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
function hashFolder(name: string, levels: number): string {
  if (levels === 0) return '';
  const hash = createHash('md5').update(name).digest('hex');
  return Array.from({ length: levels }, (_, at) => `${hash.slice(0, at + 1)}/`).join('');
}

/** Percent-encodes all but letters, digits and `-_.~`. */
export const encodePath = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The kinds for which MediaWiki comes with an icon of their own. */
const ICONS: ReadonlySet<string> = new Set(
  'c cpp deb djvu dvi exe h html iso java mid mov mpga o ogg pdf ps psd rm rpm svg tar tex ttf txt xcf'.split(' '),
);
