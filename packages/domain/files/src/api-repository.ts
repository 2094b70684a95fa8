import { type Site, toTimestamp } from '@wikiquery/core';
import { base36Sha1, isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import { LRUCache } from 'lru-cache';
import type { MetadataItem } from './metadata.ts';
import type { Copy, FileRepository, StoredFile } from './stored-file.ts';
import { type FileUrls, foreignUrls, type RepositoryPlace } from './urls.ts';

/** Asks the API of another wiki; undefined where it does not answer in time. */
export type AskWiki = (
  params: Readonly<Record<string, string>>,
  limits: { readonly signal: AbortSignal; readonly deadline: number },
) => Promise<unknown>;

/** Milliseconds for which an answer holds: MediaWiki's four hours. */
const FRESH = 4 * 3_600_000;
/** Files that are remembered, those that are not there too, and characters of what is known of them. */
const MOST_FILES = 20_000;
const MOST_CHARACTERS = 16 << 20;
/** Titles of one question: what accounts without rights may ask. */
const MOST_TITLES = 50;
/** Contents of which one request may ask for copies. */
const MOST_HASHES = 50;

/** What the API tells of a file. */
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

interface Answer {
  readonly query?: {
    readonly normalized?: readonly Step[];
    readonly redirects?: readonly Step[];
    readonly pages?: readonly { readonly title: string; readonly pageid?: number; readonly imageinfo?: readonly FileInfo[] }[];
  };
}
interface Step {
  readonly from: string;
  readonly to: string;
}

/** Nothing, where there is no file. */
interface Known {
  readonly file?: StoredFile;
}

/** The files of a wiki that is asked through its API (`ForeignAPIRepo`, `$wgUseInstantCommons`): current versions only. Answers are remembered. */
export function apiRepository(name: string, site: Site, place: RepositoryPlace, ask: AskWiki): FileRepository {
  const remembered = new LRUCache<string, Known>({
    max: MOST_FILES,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ file }, key) => key.length + (file ? 500 + sizeOf(file.metadata) : 50),
    ttl: FRESH,
  });
  const copied = new LRUCache<string, readonly Copy[]>({ max: 1000, ttl: FRESH });
  const urls = foreignUrls(site, place);

  const load: (names: readonly string[], limits: Parameters<AskWiki>[1]) => Promise<Map<string, StoredFile>> = async (names, limits) => {
    const fresh = names.filter(each => !remembered.has(each));
    for (let at = 0; at < fresh.length; at += MOST_TITLES) {
      const some = fresh.slice(at, at + MOST_TITLES);
      const answer = (await ask(questionFor(some), limits)) as Answer | undefined;
      // The rest would wait in vain, too.
      if (!answer) break;
      for (const [each, file] of filesIn(answer, some)) remembered.set(each, file ? { file } : {});
    }
    return new Map(
      names.flatMap(each => {
        const file = remembered.get(each)?.file;
        return file ? [[each, file] as const] : [];
      }),
    );
  };

  function* filesIn({ query = {} }: Answer, names: readonly string[]): Generator<readonly [string, StoredFile | undefined]> {
    const steps = new Map([...(query.normalized ?? []), ...(query.redirects ?? [])].map(({ from, to }) => [from, to]));
    const pages = new Map((query.pages ?? []).map(page => [page.title, page]));
    for (const each of names) {
      let title = `File:${each}`;
      // No chain is longer than the list of its steps.
      for (let left = steps.size; left > 0 && steps.has(title); left--) title = steps.get(title) as string;
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
      // MediaWiki names accounts of other wikis so.
      uploader: info.user === undefined ? undefined : { name: `${name}>${info.user}`, userId: 0 },
      comment: info.comment ?? '',
      pageId: pageId ?? (info.descriptionshorturl === undefined ? undefined : 0),
      repository: { ...repository, urls: urlsOf(file, info) },
    };
  }

  function urlsOf(file: string, { url, descriptionurl, descriptionshorturl }: FileInfo): FileUrls {
    const base = place.url || url?.slice(0, -urls.original({ name: file }).length);
    const known = !place.url && base !== undefined ? foreignUrls(site, { ...place, url: base }) : urls;
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
      // One question each: the interface takes no more hashes at a time.
      for (const sha1 of hashes.slice(0, MOST_HASHES)) {
        let copies = copied.get(sha1);
        if (!copies) {
          const answer = (await ask({ ...COPIES, aisha1base36: sha1 }, request)) as CopyAnswer | undefined;
          if (!answer) break;
          copies = (answer.query?.allimages ?? []).map(file => ({
            name: file.name,
            sha1,
            timestamp: toTimestamp(new Date(file.timestamp)),
            user: file.user === undefined ? null : `${name}>${file.user}`,
          }));
          copied.set(sha1, copies);
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

const questionFor = (names: readonly string[]): Record<string, string> => ({
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

interface CopyAnswer {
  readonly query?: { readonly allimages?: readonly { readonly name: string; readonly timestamp: string; readonly user?: string }[] };
}

/** In database form, of a title in the words of the other wiki. */
const nameIn = (title: string): string => title.slice(title.indexOf(':') + 1).replaceAll(' ', '_');

const metadataOf = (items: readonly MetadataItem[]): PhpArray =>
  new Map(
    items.map(({ name, value }) => [name, Array.isArray(value) ? metadataOf(value as readonly MetadataItem[]) : (value as PhpValue)]),
  );

const sizeOf = (metadata: PhpArray): number =>
  [...metadata].reduce((sum, [key, value]) => sum + String(key).length + (isPhpArray(value) ? sizeOf(value) : toText(value).length), 0);
