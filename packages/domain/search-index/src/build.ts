import type { Site } from '@wikiquery/core';
import { type Database, serverEngineOf, withWriterLock } from '@wikiquery/database';
import { loadMainTexts } from '@wikiquery/revisions';
import type { Kysely } from 'kysely';
import { writeHere, writeInThread } from './file/writing.ts';
import { pairUp } from './fold.ts';
import { linkNamesOf } from './link-names.ts';
import { type LinkNames, plainText } from './plain-text.ts';
import { readPages } from './read-pages.ts';
import { preparePlace } from './server/place.ts';
import { writeOnServer } from './server/writer.ts';
import type { DocumentText, PageToIndex, Writing } from './writing.ts';

export interface BuildOptions {
  /** The file where the index lies, or will lie; or the address of a database for it alone: `mysql://…/DATABASE`, `postgres://…?schema=SCHEMA`. */
  readonly place: string;
  readonly site: Site;
  readonly progress?: IndexProgress;
}

/** Is told of the texts that are written, in kilobytes. */
export interface IndexProgress {
  begin(title: string, total: number): void;
  update(done: number, counts: Readonly<Record<string, number>>): void;
  end(): void;
}

/** Pages with more texts than this are written by a thread of their own: to start one takes longer than to write fewer. */
const WORTH_A_THREAD = 2000;
const BATCH = 200;
const BATCH_BYTES = 2 << 20;
/** Characters of a page that are indexed. */
const MOST_INDEXED = 2 << 20;
/** Batches that wait for the thread. */
const AHEAD = 3;

/**
 * Makes the index of a wiki's pages, or brings it up to date: only pages that are new or changed are read. Until it is complete, what was there
 * stays and can be searched. Rejects with a `DatabaseBusyError` while another process writes the index.
 */
export async function buildIndex(db: Kysely<Database>, options: BuildOptions): Promise<void> {
  const { place } = options;
  const isOnServer = serverEngineOf(place) !== undefined;
  if (isOnServer) await preparePlace(place);
  await withWriterLock(isOnServer ? place : `sqlite:${place}`, {}, lost => buildLocked(db, options, lost));
}

async function buildLocked(db: Kysely<Database>, { place, site, progress }: BuildOptions, lost: AbortSignal): Promise<void> {
  const { pages } = await db
    .selectFrom('page')
    .select(is => is.fn.countAll<number>().as('pages'))
    .executeTakeFirstOrThrow();
  const write = serverEngineOf(place) ? writeOnServer : Number(pages) > WORTH_A_THREAD ? writeInThread : writeHere;
  const writing = await write(place, site.lang);
  try {
    for await (const notes of readPages(db)) {
      lost.throwIfAborted();
      await writing.note(notes);
    }
    const total = await writing.noted();
    if (total > 0) progress?.begin('index for searches, kilobytes', Math.ceil(total / 1000));
    await writeTexts(db, writing, {
      names: linkNamesOf(site),
      told: (done, pages) => progress?.update(Math.ceil(done / 1000), { pages }),
      lost,
    });
    if (total > 0) progress?.end();
    await writing.finish();
  } catch (error) {
    await writing.abandon();
    throw error;
  }
}

async function writeTexts(
  db: Kysely<Database>,
  writing: Writing,
  { names, told, lost }: { readonly names: LinkNames; readonly told: (done: number, pages: number) => void; readonly lost: AbortSignal },
): Promise<void> {
  const pending: Promise<void>[] = [];
  let [done, pages] = [0, 0];
  for (let wanted = await writing.next(BATCH); wanted.length > 0; ) {
    lost.throwIfAborted();
    const following = writing.next(BATCH);
    for (const batch of bySize(wanted)) {
      const texts = await loadMainTexts(db, new Set(batch.map(({ revision }) => revision)), 'any');
      pending.push(writing.write(batch.map(({ id, revision }) => documentOf(id, texts.get(revision) ?? '', names))));
      if (pending.length > AHEAD) await pending.shift();
      for (const { length } of batch) done += length;
      pages += batch.length;
      told(done, pages);
    }
    wanted = await following;
  }
  await Promise.all(pending);
}

function* bySize(wanted: readonly PageToIndex[]): Generator<readonly PageToIndex[]> {
  let batch: PageToIndex[] = [];
  let bytes = 0;
  for (const each of wanted) {
    if (batch.length > 0 && bytes + each.length > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(each);
    bytes += each.length;
  }
  if (batch.length > 0) yield batch;
}

function documentOf(id: number, wikitext: string, names: LinkNames): DocumentText {
  const { headings, opening, text, auxiliary, source } = plainText(wikitext.slice(0, MOST_INDEXED), names);
  return {
    id,
    headings: pairUp(headings.join(' \n'), true),
    opening: pairUp(opening, true),
    text: pairUp(text, true),
    auxiliary: pairUp(auxiliary, true),
    source: pairUp(source, true),
  };
}
