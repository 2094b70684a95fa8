import type { Site } from '@wikiquery/core';
import { type Database, serverEngineOf, withWriterLock } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import type { Kysely } from 'kysely';
import { openFileUpdate } from './file/update.ts';
import { writeHere, writeInThread } from './file/writing.ts';
import { pairUp } from './fold.ts';
import { linkNamesOf } from './link-names.ts';
import { type LinkNames, plainText } from './plain-text.ts';
import { readPages } from './read-pages.ts';
import { prepareIndexDatabase } from './server/index-database.ts';
import { openServerUpdate } from './server/update.ts';
import { writeOnServer } from './server/writer.ts';
import { findAffected } from './update/affected.ts';
import { changesSince, currentWatermark, startOf, type Watermark } from './update/changes.ts';
import type { DocumentText, PageToIndex, Writing } from './writing.ts';

/** Location and wiki of an index. */
export interface BuildOptions {
  /** Path of the index file, or address of a dedicated database: `mysql://…/DATABASE`, `postgres://…?schema=SCHEMA`. */
  readonly location: string;
  readonly site: Site;
  /**
   * Whether to compare all pages, instead of those that changed since the last run according to revisions and log entries. Default: false.
   * New indexes, and indexes of another format version or language, always contain all pages.
   */
  readonly full?: boolean;
  /** Pages that an update reads in addition, because revisions and log entries may not show that they changed. */
  readonly changed?: ReadonlySet<number> | undefined;
  readonly progress?: IndexProgress;
}

export interface IndexProgress {
  begin(title: string, total: number): void;
  update(done: number, counts: Readonly<Record<string, number>>): void;
  end(): void;
}

/** Number of pages above which a worker thread is faster. */
const WORTH_A_THREAD = 2000;
const BATCH = 200;
const BATCH_BYTES = 2 << 20;
const MAX_INDEXED = 2 << 20;
const AHEAD = 3;

/** Builds or updates an index, which stays searchable. Rejects with a `DatabaseBusyError` if another process is writing the index. */
export async function buildIndex(db: Kysely<Database>, options: BuildOptions): Promise<void> {
  const { location } = options;
  const isOnServer = serverEngineOf(location) !== undefined;
  if (isOnServer) await prepareIndexDatabase(location);
  await withWriterLock(isOnServer ? location : `sqlite:${location}`, {}, lost => buildLocked(db, options, lost));
}

async function buildLocked(db: Kysely<Database>, options: BuildOptions, lost: AbortSignal): Promise<void> {
  const watermark = await currentWatermark(db);
  if (options.full || !(await update(db, options, watermark, lost))) await compareAll(db, options, watermark, lost);
}

/** Updates an index by the changes since the last run. Returns false if all pages must be compared. */
async function update(
  db: Kysely<Database>,
  { location, site, changed = new Set() }: BuildOptions,
  now: Watermark,
  lost: AbortSignal,
): Promise<boolean> {
  const index = await (serverEngineOf(location) ? openServerUpdate : openFileUpdate)(location, site.lang);
  if (!index) return false;
  try {
    const since = startOf(index.watermarks, now);
    const changes = since && (await changesSince(db, since));
    const affected = changes && (await findAffected(db, index, { ...changes, pages: changes.pages.union(changed) }));
    if (!affected) {
      await index.abandon();
      return false;
    }
    const names = linkNamesOf(site);
    const pages = await index.replace(affected);
    for (const batch of bySize(pages)) {
      lost.throwIfAborted();
      await index.write(await documentsOf(db, batch, names));
    }
    await index.finish(now, changes.erases);
    return true;
  } catch (error) {
    await index.abandon();
    throw error;
  }
}

async function compareAll(
  db: Kysely<Database>,
  { location, site, progress }: BuildOptions,
  watermark: Watermark,
  lost: AbortSignal,
): Promise<void> {
  const { pages } = await db
    .selectFrom('page')
    .select(is => is.fn.countAll<number>().as('pages'))
    .executeTakeFirstOrThrow();
  const write = serverEngineOf(location) ? writeOnServer : Number(pages) > WORTH_A_THREAD ? writeInThread : writeHere;
  const writing = await write(location, site.lang);
  try {
    for await (const notes of readPages(db)) {
      lost.throwIfAborted();
      await writing.note(notes);
    }
    const total = await writing.noted();
    if (total > 0) progress?.begin('full-text index', Math.ceil(total / 1000));
    await writeTexts(db, writing, linkNamesOf(site), lost, (done, pages) => progress?.update(Math.ceil(done / 1000), { pages }));
    if (total > 0) progress?.end();
    await writing.finish(watermark);
  } catch (error) {
    await writing.abandon();
    throw error;
  }
}

async function writeTexts(
  db: Kysely<Database>,
  writing: Writing,
  names: LinkNames,
  lost: AbortSignal,
  report: (done: number, pages: number) => void,
): Promise<void> {
  const pending: Promise<void>[] = [];
  let [done, pages] = [0, 0];
  for (let next = await writing.next(BATCH); next.length > 0; ) {
    lost.throwIfAborted();
    const following = writing.next(BATCH);
    for (const batch of bySize(next)) {
      pending.push(writing.write(await documentsOf(db, batch, names)));
      if (pending.length > AHEAD) await pending.shift();
      for (const { length } of batch) done += length;
      pages += batch.length;
      report(done, pages);
    }
    next = await following;
  }
  await Promise.all(pending);
}

function* bySize(pages: readonly PageToIndex[]): Generator<readonly PageToIndex[]> {
  let batch: PageToIndex[] = [];
  let bytes = 0;
  for (const each of pages) {
    if (batch.length > 0 && bytes + each.length > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(each);
    bytes += each.length;
    if (batch.length < BATCH) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function documentsOf(db: Kysely<Database>, pages: readonly PageToIndex[], names: LinkNames): Promise<DocumentText[]> {
  const texts = await loadMainTexts(db, new Set(pages.map(({ revision }) => revision)), 'any');
  return pages.map(({ id, revision }) => documentOf(id, texts.get(revision) ?? '', names));
}

function documentOf(id: number, wikitext: string, names: LinkNames): DocumentText {
  const { headings, opening, text, auxiliary, source } = plainText(wikitext.slice(0, MAX_INDEXED), names);
  return {
    id,
    headings: pairUp(headings.join(' \n'), true),
    opening: pairUp(opening, true),
    text: pairUp(text, true),
    auxiliary: pairUp(auxiliary, true),
    source: pairUp(source, true),
  };
}
