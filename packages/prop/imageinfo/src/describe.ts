import {
  badContinue,
  type Cursor,
  type Entry,
  isoTimestamp,
  type PageSet,
  Records,
  type Timestamp,
  type Title,
  toTimestamp,
} from '@wikiquery/core';
import {
  asksForThumbnails,
  FILE,
  type FileProp,
  type FileQuery,
  type FileRecord,
  fileRecords,
  localRepository,
  missingFile,
  needsOf,
  readThumbParams,
  type StoredFile,
  type ThumbParams,
  type ThumbQuery,
} from '@wikiquery/files';
import { compareBinary, pageLanguage, pagesByTitle } from '@wikiquery/pages';
import { isBadFile } from './bad-files.ts';
import { findFiles } from './find-files.ts';
import { loadHistories } from './history.ts';
import { uploadWarnings } from './upload-warnings.ts';

interface Params extends ThumbQuery {
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
  const { prop, limit, start, end } = q.params;
  const titles = q.pages.titlesIn(FILE);
  const from = q.params.continue === undefined ? undefined : readContinue(q.params.continue, titles);
  const names = [...titles.keys()].sort(compareBinary).filter(name => !from || compareBinary(name, from.name) >= 0);
  const startOf = (name: string) => (name === from?.name ? from.start : start);
  const isSingle = titles.size === 1;

  const needs = needsOf(prop, asksForThumbnails(q.params));
  const found = await findFiles(q, needs, names);
  const tellsMissing = prop.has('uploadwarning') || prop.has('badfile');
  const files = new Map(names.map(name => [name, found.get(name) ?? missingFile(name, existingPage(titles.get(name)))]));
  const isWithin = ({ timestamp }: StoredFile, newest: Timestamp | undefined) =>
    (newest === undefined || timestamp <= newest) && (end === undefined || timestamp >= end);
  const load = (some: readonly string[], newest: Timestamp | undefined) => {
    const wanted = some.flatMap(name => {
      const current = files.get(name) as StoredFile;
      const rest = limit - Number(isWithin(current, newest));
      // Where to go on is told of a single file, so that its history counts even when there is no room for it.
      return current.exists && (rest > 0 || isSingle) ? [[current.name, rest + 1] as const] : [];
    });
    return loadHistories(q, needs, new Map(wanted), { start: newest, end });
  };
  const [resumed, whole] = await Promise.all([
    load(
      names.filter(name => name === from?.name),
      from?.start,
    ),
    load(
      names.filter(name => name !== from?.name),
      start,
    ),
  ]);
  const historyOf = (name: string) => (name === from?.name ? resumed : whole).get((files.get(name) as StoredFile).name) ?? [];
  const versions = [...files].flatMap(([name, file]) => [file, ...historyOf(name)]);
  const uploadWarning = prop.has('uploadwarning') ? await uploadWarnings(q, versions) : undefined;
  const [describe, isBad, targetLang] = await Promise.all([
    fileRecords(q, versions, {
      prop,
      metadataVersion: q.params.metadataversion,
      extended: q.params.extmetadatafilter,
      ...(uploadWarning && { uploadWarning }),
    }),
    prop.has('badfile') ? isBadFile(q, context) : undefined,
    context && asksForThumbnails(q.params) ? languageOf(q, context) : undefined,
  ]);

  const entries: Entry<FileRecord>[] = [];
  let thumbnails = 0;
  let next: Cursor | undefined;
  for (const [name, file] of files) {
    next = describeVersions(name, file);
    if (next !== undefined) break;
  }
  return new Records(entries, next);

  /** Adds the entries of one file; returns where to go on when not all of it has room. */
  function describeVersions(name: string, current: StoredFile): Cursor | undefined {
    const pageId = titles.get(name) as number;
    const cursor = (timestamp: Timestamp): Cursor => (isSingle ? { start: isoTimestamp(timestamp) } : { continue: `${name}|${timestamp}` });
    const begin = startOf(name) ?? (current.exists ? current.timestamp : toTimestamp(q.now));
    if (!current.exists && !tellsMissing) {
      entries.push({ pageId, cursor: cursor(begin), fields: { imagerepository: '' } });
      return undefined;
    }
    if (thumbnails >= MOST_THUMBNAILS) return cursor(begin);
    entries.push({
      pageId,
      cursor: cursor(begin),
      fields: {
        imagerepository: current.exists ? localRepository(q.site).name : '',
        ...(isBad && { badfile: isBad(current.name) }),
      },
    });
    const thumb = withLanguage(readThumbParams(q, q.services.files, current, q.params));
    let count = 0;
    const add = (file: StoredFile): void => {
      count++;
      const record = describe(file, thumb);
      if (record.thumburl !== undefined || record.thumberror !== undefined) thumbnails++;
      entries.push({ pageId, cursor: cursor(file.timestamp), record });
    };
    if (isWithin(current, startOf(name))) add(current);
    for (const old of historyOf(name)) {
      if (count >= limit) return isSingle ? cursor(old.timestamp) : undefined;
      if (thumbnails >= MOST_THUMBNAILS) return cursor(old.timestamp);
      add(old);
    }
    return undefined;
  }

  function withLanguage(params: ThumbParams | undefined): ThumbParams | undefined {
    const isEmpty = params === undefined || Object.keys(params).length === 0;
    return targetLang === undefined || isEmpty ? params : { ...params, targetLang };
  }
}

/** `name|timestamp`: the file at which to go on, and its newest version. */
function readContinue(text: string, titles: ReadonlyMap<string, number>): { readonly name: string; readonly start: Timestamp } {
  const [name, start, ...more] = text.split('|');
  if (name === undefined || start === undefined || more.length > 0) throw badContinue();
  if (titles.has(name) && !/^\d{14}$/.test(start)) throw badContinue();
  return { name, start };
}

const existingPage = (id: number | undefined): number | undefined => (id !== undefined && id > 0 ? id : undefined);

/** Drawings speak the language of the page that shows them. */
async function languageOf({ db, site }: ImageinfoQuery, title: Title): Promise<string> {
  const [page] = await pagesByTitle(db, [title]);
  return pageLanguage(site, page ?? { ...title, lang: undefined, contentModel: undefined });
}
