import {
  badContinue,
  type Cursor,
  type Entry,
  isoTimestamp,
  NS,
  type PageSet,
  Records,
  type Timestamp,
  type Title,
  toTimestamp,
} from '@wikiquery/core';
import {
  asksForThumbnails,
  type FileNeeds,
  type FileProp,
  type FileQuery,
  type FileRecord,
  fileRecords,
  isBadFile,
  loadHistories,
  localRepository,
  missingFile,
  needsOf,
  type Period,
  readThumbParams,
  type StoredFile,
  type ThumbParams,
  type ThumbQuery,
} from '@wikiquery/files';
import { compareBinary, pageLanguage, pagesByTitle } from '@wikiquery/pages';
import { findFiles } from './find-files.ts';
import { uploadWarnings } from './upload-warnings.ts';

interface Params extends ThumbQuery {
  readonly localonly: boolean;
  readonly prop: ReadonlySet<FileProp>;
  readonly limit: number;
  readonly start: Timestamp | undefined;
  readonly end: Timestamp | undefined;
  readonly metadataversion: string;
  readonly extmetadatafilter: ReadonlySet<string> | undefined;
  readonly continue: string | undefined;
}

export type ImageinfoQuery = FileQuery & { readonly params: Params; readonly pages: PageSet };

/** Maximum number of thumbnails per response. */
const MOST_THUMBNAILS = 50;

/** Returns versions of the files in the page set, newest first. `context` is the embedding page. */
export async function describeFiles(q: ImageinfoQuery, context: Title | undefined): Promise<Records<FileRecord>> {
  const { prop, limit } = q.params;
  const isSingle = q.pages.titlesIn(NS.FILE).size === 1;
  const found = await loadVersions(q);
  const versions = found.flatMap(({ current, old }) => [current, ...old]);
  const withThumbnails = asksForThumbnails(q.params);
  const uploadWarning = prop.has('uploadwarning') ? await uploadWarnings(q, versions) : undefined;
  const [describe, isBad, targetLang] = await Promise.all([
    fileRecords(q, versions, {
      prop,
      metadataVersion: q.params.metadataversion,
      extended: q.params.extmetadatafilter,
      thumbnails: withThumbnails,
      ...(uploadWarning && { uploadWarning }),
    }),
    prop.has('badfile') ? isBadFile(q, q.services.messages, context) : undefined,
    context && withThumbnails ? languageOf(q, context) : undefined,
  ]);

  const entries: Entry<FileRecord>[] = [];
  let thumbnails = 0;
  let next: Cursor | undefined;
  for (const file of found) {
    next = addFile(file);
    if (next !== undefined) break;
  }
  return new Records(entries, next);

  /** Adds the entries of a file. Returns the continue value if the response is full. */
  function addFile({ name, pageId, start, current, includesCurrent, old }: FoundFile): Cursor | undefined {
    const cursor = (timestamp: Timestamp): Cursor => (isSingle ? { start: isoTimestamp(timestamp) } : { continue: `${name}|${timestamp}` });
    const begin = cursor(start ?? (current.exists ? current.timestamp : toTimestamp(q.now)));
    const isReported = current.exists || prop.has('uploadwarning') || prop.has('badfile');
    if (isReported && thumbnails >= MOST_THUMBNAILS) return begin;
    const imagerepository = current.exists ? (current.repository?.name ?? localRepository(q.site).name) : '';
    entries.push({ pageId, cursor: begin, fields: { imagerepository, ...(isBad && { badfile: isBad(current.name) }) } });
    if (!isReported) return undefined;

    const thumb = withLanguage(readThumbParams(q, q.services.files, current, q.params));
    let count = 0;
    for (const file of includesCurrent ? [current, ...old] : old) {
      if (count >= limit) return isSingle ? cursor(file.timestamp) : undefined;
      if (count > 0 && thumbnails >= MOST_THUMBNAILS) return cursor(file.timestamp);
      const record = describe(file, thumb);
      if (record.thumburl !== undefined || record.thumberror !== undefined) thumbnails++;
      entries.push({ pageId, cursor: cursor(file.timestamp), record });
      count++;
    }
    return undefined;
  }

  function withLanguage(params: ThumbParams | undefined): ThumbParams | undefined {
    const isEmpty = params === undefined || Object.keys(params).length === 0;
    return targetLang === undefined || isEmpty ? params : { ...params, targetLang };
  }
}

interface FoundFile {
  /** Name of the page, which can be a redirect to the file. */
  readonly name: string;
  readonly pageId: number;
  readonly start: Timestamp | undefined;
  readonly current: StoredFile;
  readonly includesCurrent: boolean;
  readonly old: readonly StoredFile[];
}

async function loadVersions(q: ImageinfoQuery): Promise<FoundFile[]> {
  const { limit, end } = q.params;
  const titles = q.pages.titlesIn(NS.FILE);
  const from = q.params.continue === undefined ? undefined : readContinue(q.params.continue, titles);
  const names = [...titles.keys()].sort(compareBinary).filter(name => !from || compareBinary(name, from.name) >= 0);
  const needs = needsOf(q.params.prop, asksForThumbnails(q.params));
  const stored = await findFiles(q, needs, names, q.params.localonly);
  const files = names.map(name => {
    const pageId = titles.get(name) as number;
    const current = stored.get(name) ?? missingFile(name, pageId > 0 ? pageId : undefined);
    const start = name === from?.name ? from.start : q.params.start;
    const { timestamp } = current;
    const includesCurrent = (start === undefined || timestamp <= start) && (end === undefined || timestamp >= end);
    return { name, pageId, start, current, includesCurrent };
  });

  /** Loads the histories of files with the same start time in one batch. */
  const historiesOf = (some: typeof files) => {
    const limits = some.flatMap(({ current, includesCurrent }) => {
      const rest = limit - Number(includesCurrent);
      // For a single file, the continue value requires the next version.
      return current.exists && (rest > 0 || titles.size === 1) ? [[current.name, rest + 1] as const] : [];
    });
    return loadVersionsOf(
      q,
      needs,
      some.map(({ current }) => current),
      new Map(limits),
      { start: some[0]?.start, end },
    );
  };
  const [resumed, others] = await Promise.all([
    historiesOf(files.filter(({ name }) => name === from?.name)),
    historiesOf(files.filter(({ name }) => name !== from?.name)),
  ]);
  return files.map(file => ({ ...file, old: (file.name === from?.name ? resumed : others).get(file.current.name) ?? [] }));
}

/** Loads old versions from the repository of each file. */
async function loadVersionsOf(
  q: ImageinfoQuery,
  needs: FileNeeds,
  files: readonly StoredFile[],
  limits: ReadonlyMap<string, number>,
  period: Period,
): Promise<ReadonlyMap<string, readonly StoredFile[]>> {
  const service = q.services.files;
  const histories = new Map<string, readonly StoredFile[]>();
  for (const [repository, some] of Map.groupBy(files, file => file.repository)) {
    const ofThese = new Map(some.flatMap(({ name }) => (limits.has(name) ? [[name, limits.get(name) as number] as const] : [])));
    if (ofThese.size === 0) continue;
    const found = repository
      ? await repository.histories(q, service, needs, ofThese, period)
      : await loadHistories(q, service, needs, ofThese, period);
    for (const [name, versions] of found) histories.set(name, versions);
  }
  return histories;
}

/** Parses a continue value `name|timestamp`: the file to resume at, and the time of the newest version to return. */
function readContinue(text: string, titles: ReadonlyMap<string, number>): { readonly name: string; readonly start: Timestamp } {
  const [name, start, ...more] = text.split('|');
  if (name === undefined || start === undefined || more.length > 0) throw badContinue();
  if (titles.has(name) && !/^\d{14}$/.test(start)) throw badContinue();
  return { name, start };
}

/** Returns the language of the embedding page, which SVG images use. */
async function languageOf({ db, site }: ImageinfoQuery, title: Title): Promise<string> {
  const [page] = await pagesByTitle(db, [title]);
  return pageLanguage(site, page ?? { ...title, lang: undefined, contentModel: undefined });
}
