import { createHash } from 'node:crypto';
import { NS, type Site } from '@wikiquery/core';
import { encodePath, encodeTitle } from '@wikiquery/site';

/** Names that determine the URLs of a file, in database form. Old versions have an archive name. */
export interface FileName {
  readonly name: string;
  readonly archiveName?: string | undefined;
}

/** Functions that return the URLs of files and their thumbnails, description pages and icons. */
export interface FileUrls {
  original(file: FileName): string;
  /** `prefix` identifies the thumbnail (`120px`). `suffix` is an additional extension (`.png`) or empty. */
  thumbnail(file: FileName, prefix: string, suffix: string): string;
  description(file: FileName): string;
  shortDescription(pageId: number): string | undefined;
  icon(extension: string): string;
}

/** Returns the URL functions of the local file repository, configured as in `meta=filerepoinfo`. */
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

/** Returns the URL functions of a foreign repository. As in MediaWiki, old versions have description pages on this wiki. */
export function foreignUrls(site: Site, config: RepositoryConfig): FileUrls {
  const own = repositoryUrls(site);
  const { descBaseUrl, articleUrl, scriptDirUrl } = config;
  return {
    ...own,
    ...fileUrls(config),
    description(file) {
      const name = encodeTitle(file.name);
      if (file.archiveName !== undefined) return own.description(file);
      if (descBaseUrl !== undefined) return `${descBaseUrl}${name}`;
      // Every wiki recognizes the namespace name `Image`.
      if (articleUrl !== undefined) return articleUrl.replace('$1', () => `Image:${name}`);
      return scriptDirUrl === undefined ? own.description(file) : `${scriptDirUrl}/index.php?title=Image:${name}`;
    },
    shortDescription: pageId => (scriptDirUrl === undefined ? undefined : `${scriptDirUrl}/index.php?curid=${pageId}`),
  };
}

/** Configuration of a repository, as in `meta=filerepoinfo` or `$wgForeignFileRepos`. URLs of API repositories can be `false`. */
export interface RepositoryConfig {
  readonly url?: string | false;
  readonly thumbUrl?: string | false;
  readonly descBaseUrl?: string;
  readonly articleUrl?: string;
  readonly scriptDirUrl?: string;
  /** Number of nested hash folders (`a/ab/` has two). Default: 2. */
  readonly hashLevels?: number;
}

function fileUrls({ url: configured, thumbUrl, hashLevels = 2 }: RepositoryConfig): Pick<FileUrls, 'original' | 'thumbnail'> {
  const url = configured || '';
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

/** Returns the entry of the local repository in `meta=filerepoinfo`. */
export function localRepository({ info }: Site): Repository {
  const repositories = (info.repos ?? []) as readonly Repository[];
  return repositories.find(({ local }) => local) ?? repositories[0] ?? { name: 'local' };
}

function hashFolder(name: string, levels: number): string {
  if (levels === 0) return '';
  const hash = createHash('md5').update(name).digest('hex');
  return Array.from({ length: levels }, (_, at) => `${hash.slice(0, at + 1)}/`).join('');
}

const ICONS: ReadonlySet<string> = new Set(
  'c cpp deb djvu dvi exe h html iso java mid mov mpga o ogg pdf ps psd rm rpm svg tar tex ttf txt xcf'.split(' '),
);
