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

/** No more thumbnails are made for one response. */
const MOST_THUMBNAILS = 50;

/** Versions of the files that the pages of the request are about, newest first. `context` is the page that would show them. */
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

  /** Adds the entries of one file; returns where to go on when not all of it has room. */
  function addFile({ name, pageId, start, current, isCurrentWanted, old }: FoundFile): Cursor | undefined {
    const cursor = (timestamp: Timestamp): Cursor => (isSingle ? { start: isoTimestamp(timestamp) } : { continue: `${name}|${timestamp}` });
    const begin = cursor(start ?? (current.exists ? current.timestamp : toTimestamp(q.now)));
    const isReported = current.exists || prop.has('uploadwarning') || prop.has('badfile');
    if (isReported && thumbnails >= MOST_THUMBNAILS) return begin;
    const imagerepository = current.exists ? (current.repository?.name ?? localRepository(q.site).name) : '';
    entries.push({ pageId, cursor: begin, fields: { imagerepository, ...(isBad && { badfile: isBad(current.name) }) } });
    if (!isReported) return undefined;

    const thumb = withLanguage(readThumbParams(q, q.services.files, current, q.params));
    let count = 0;
    for (const file of isCurrentWanted ? [current, ...old] : old) {
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
  /** As the page is named; that of the file differs where the page is a redirect. */
  readonly name: string;
  readonly pageId: number;
  /** No version newer than this is wanted. */
  readonly start: Timestamp | undefined;
  readonly current: StoredFile;
  readonly isCurrentWanted: boolean;
  readonly old: readonly StoredFile[];
}

/** The files with their histories, by name. */
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
    const isCurrentWanted = (start === undefined || timestamp <= start) && (end === undefined || timestamp >= end);
    return { name, pageId, start, current, isCurrentWanted };
  });

  /** Those of all files that begin at the same time. */
  const historiesOf = (some: typeof files) => {
    const wanted = some.flatMap(({ current, isCurrentWanted }) => {
      const rest = limit - Number(isCurrentWanted);
      // Where to go on is told of a single file, so that its history counts even when there is no room for it.
      return current.exists && (rest > 0 || titles.size === 1) ? [[current.name, rest + 1] as const] : [];
    });
    return loadVersionsOf(
      q,
      needs,
      some.map(({ current }) => current),
      new Map(wanted),
      { start: some[0]?.start, end },
    );
  };
  const [resumed, others] = await Promise.all([
    historiesOf(files.filter(({ name }) => name === from?.name)),
    historiesOf(files.filter(({ name }) => name !== from?.name)),
  ]);
  return files.map(file => ({ ...file, old: (file.name === from?.name ? resumed : others).get(file.current.name) ?? [] }));
}

/** Old versions, from wherever their current ones are. */
async function loadVersionsOf(
  q: ImageinfoQuery,
  needs: FileNeeds,
  files: readonly StoredFile[],
  wanted: ReadonlyMap<string, number>,
  period: Period,
): Promise<ReadonlyMap<string, readonly StoredFile[]>> {
  const service = q.services.files;
  const histories = new Map<string, readonly StoredFile[]>();
  for (const [repository, some] of Map.groupBy(files, file => file.repository)) {
    const ofThese = new Map(some.flatMap(({ name }) => (wanted.has(name) ? [[name, wanted.get(name) as number] as const] : [])));
    if (ofThese.size === 0) continue;
    const found = repository
      ? await repository.histories(q, service, needs, ofThese, period)
      : await loadHistories(q, service, needs, ofThese, period);
    for (const [name, versions] of found) histories.set(name, versions);
  }
  return histories;
}

/** `name|timestamp`: the file at which to go on, and its newest version. */
function readContinue(text: string, titles: ReadonlyMap<string, number>): { readonly name: string; readonly start: Timestamp } {
  const [name, start, ...more] = text.split('|');
  if (name === undefined || start === undefined || more.length > 0) throw badContinue();
  if (titles.has(name) && !/^\d{14}$/.test(start)) throw badContinue();
  return { name, start };
}

/** Drawings speak the language of the page that shows them. */
async function languageOf({ db, site }: ImageinfoQuery, title: Title): Promise<string> {
  const [page] = await pagesByTitle(db, [title]);
  return pageLanguage(site, page ?? { ...title, lang: undefined, contentModel: undefined });
}
