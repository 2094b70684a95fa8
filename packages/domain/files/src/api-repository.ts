import { type Site, toTimestamp } from '@wikiquery/core';
import { base36Sha1, isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import { LRUCache } from 'lru-cache';
import type { MetadataItem } from './metadata.ts';
import type { Copy, FileRepository, StoredFile } from './stored-file.ts';
import { type FileUrls, foreignUrls, type RepositoryConfig } from './urls.ts';

/** Sends a request to another wiki's API. Returns undefined if the wiki does not respond in time. `deadline`: by `performance.now()`. */
export type QueryWikiApi = (
  params: Readonly<Record<string, string>>,
  limits: { readonly signal: AbortSignal; readonly deadline: number },
) => Promise<unknown>;

/** Lifetime of a cached response in milliseconds: four hours, as in MediaWiki. */
const MAX_AGE = 4 * 3_600_000;
const MAX_FILES = 20_000;
const MAX_CHARACTERS = 16 << 20;
/** Maximum number of titles in a request: the API's limit for accounts without special rights. */
const MAX_TITLES = 50;
const MAX_HASHES = 50;

interface FileInfo {
  readonly timestamp?: string;
  readonly user?: string;
  readonly comment?: string;
  readonly url?: string;
  readonly descriptionurl?: string;
  readonly descriptionshorturl?: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly sha1?: string;
  readonly metadata?: readonly MetadataItem[] | null;
  readonly mime?: string;
  readonly mediatype?: string;
}

interface ImageInfoResponse {
  readonly query?: {
    readonly normalized?: readonly Mapping[];
    readonly redirects?: readonly Mapping[];
    readonly pages?: readonly { readonly title: string; readonly pageid?: number; readonly imageinfo?: readonly FileInfo[] }[];
  };
}
interface Mapping {
  readonly from: string;
  readonly to: string;
}

interface CachedFile {
  readonly file?: StoredFile;
}

/** Creates a repository for a wiki that is reachable only through its API (`ForeignAPIRepo`): current files only, with cached responses. */
export function apiRepository(name: string, site: Site, config: RepositoryConfig, queryApi: QueryWikiApi): FileRepository {
  const cache = new LRUCache<string, CachedFile>({
    max: MAX_FILES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ file }, key) => key.length + (file ? 500 + sizeOf(file.metadata) : 50),
    ttl: MAX_AGE,
  });
  const copiesByHash = new LRUCache<string, readonly Copy[]>({ max: 1000, ttl: MAX_AGE });
  const urls = foreignUrls(site, config);

  const load = async (names: readonly string[], limits: Parameters<QueryWikiApi>[1]): Promise<Map<string, StoredFile>> => {
    const unknown = names.filter(each => !cache.has(each));
    for (let at = 0; at < unknown.length; at += MAX_TITLES) {
      const some = unknown.slice(at, at + MAX_TITLES);
      const response = (await queryApi(imageInfoParams(some), limits)) as ImageInfoResponse | undefined;
      // Further batches would also time out.
      if (!response) break;
      for (const [each, file] of filesIn(response, some)) cache.set(each, file ? { file } : {});
    }
    const found = new Map<string, StoredFile>();
    for (const each of names) {
      const file = cache.get(each)?.file;
      if (file) found.set(each, file);
    }
    return found;
  };

  function* filesIn({ query = {} }: ImageInfoResponse, names: readonly string[]): Generator<readonly [string, StoredFile | undefined]> {
    const mappings = new Map([...(query.normalized ?? []), ...(query.redirects ?? [])].map(({ from, to }) => [from, to]));
    const pages = new Map((query.pages ?? []).map(page => [page.title, page]));
    for (const each of names) {
      let title = `File:${each}`;
      // Follow at most as many steps as there are title mappings, so that a cycle of mappings terminates.
      for (let left = mappings.size; left > 0 && mappings.has(title); left--) title = mappings.get(title) as string;
      const page = pages.get(title);
      const [info] = page?.imageinfo ?? [];
      yield [each, info && toFile(nameIn(title), info, page?.pageid)];
    }
  }

  function toFile(file: string, info: FileInfo, pageId: number | undefined): StoredFile {
    return {
      name: file,
      timestamp: toTimestamp(new Date(info.timestamp ?? 0)),
      mime: info.mime ?? 'unknown/unknown',
      size: info.size ?? 0,
      width: info.width ?? 0,
      height: info.height ?? 0,
      metadata: metadataOf(info.metadata ?? []),
      bits: 0,
      mediaType: info.mediatype ?? 'UNKNOWN',
      sha1: info.sha1 === undefined ? '' : base36Sha1(info.sha1),
      hidden: 0,
      exists: true,
      // MediaWiki's notation for accounts on other wikis.
      uploader: info.user === undefined ? undefined : { name: `${name}>${info.user}`, userId: 0 },
      comment: info.comment ?? '',
      pageId: pageId ?? (info.descriptionshorturl === undefined ? undefined : 0),
      repository: { ...repository, urls: urlsOf(file, info) },
    };
  }

  function urlsOf(file: string, { url, descriptionurl, descriptionshorturl }: FileInfo): FileUrls {
    const base = config.url || url?.slice(0, -urls.original({ name: file }).length);
    const known = !config.url && base !== undefined ? foreignUrls(site, { ...config, url: base }) : urls;
    return {
      ...known,
      original: each => url ?? known.original(each),
      description: each => descriptionurl ?? known.description(each),
      shortDescription: pageId => descriptionshorturl ?? (pageId === 0 ? undefined : known.shortDescription(pageId)),
    };
  }

  const repository: FileRepository = {
    name,
    urls,
    find: ({ request }, _service, _needs, names) => load(names, request),
    histories: async () => new Map(),
    async copies({ request }, hashes) {
      const found: Copy[] = [];
      // `list=allimages` accepts one hash at a time.
      for (const sha1 of hashes.slice(0, MAX_HASHES)) {
        let copies = copiesByHash.get(sha1);
        if (!copies) {
          const response = (await queryApi({ ...COPIES, aisha1base36: sha1 }, request)) as CopiesResponse | undefined;
          if (!response) break;
          copies = (response.query?.allimages ?? []).map(file => ({
            name: file.name,
            sha1,
            timestamp: toTimestamp(new Date(file.timestamp)),
            user: file.user === undefined ? null : `${name}>${file.user}`,
          }));
          copiesByHash.set(sha1, copies);
        }
        found.push(...copies);
      }
      return found;
    },
    async existing({ request }, names) {
      const found = await load(names, request);
      return new Map(Array.from(found, ([each, file]) => [each, (file.repository ?? repository).urls.original(file)]));
    },
  };
  return repository;
}

const imageInfoParams = (names: readonly string[]): Record<string, string> => ({
  action: 'query',
  format: 'json',
  formatversion: '2',
  redirects: '1',
  prop: 'imageinfo',
  iiprop: 'timestamp|user|comment|url|size|sha1|metadata|mime|mediatype',
  iimetadataversion: '2',
  titles: names.map(name => `File:${name}`).join('|'),
});

const COPIES = { action: 'query', format: 'json', formatversion: '2', list: 'allimages', aiprop: 'timestamp|user', ailimit: '50' };

interface CopiesResponse {
  readonly query?: { readonly allimages?: readonly { readonly name: string; readonly timestamp: string; readonly user?: string }[] };
}

/** Returns the file name, in database form, of a title on the other wiki. */
const nameIn = (title: string): string => title.slice(title.indexOf(':') + 1).replaceAll(' ', '_');

const metadataOf = (items: readonly MetadataItem[]): PhpArray =>
  new Map(
    items.map(({ name, value }) => [name, Array.isArray(value) ? metadataOf(value as readonly MetadataItem[]) : (value as PhpValue)]),
  );

const sizeOf = (metadata: PhpArray): number =>
  [...metadata].reduce((sum, [key, value]) => sum + String(key).length + (isPhpArray(value) ? sizeOf(value) : toText(value).length), 0);
