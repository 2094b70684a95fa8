import type { Wiki } from '@wikiquery/client';
import { NS, timestampMillis, toTimestamp } from '@wikiquery/core';
import { inTransaction, keepJournal, open, retryConflicts, type WikiDatabase, withWriterLock } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { type ImportContext, type ImportOptions, SourceError } from '../context.ts';
import { deriveTables } from '../derive/index.ts';
import { StalePages } from '../derive/stale-pages.ts';
import { noRoom } from '../import.ts';
import { contextOf } from '../make-context.ts';
import { makeIndex } from '../make-index.ts';
import { TargetPlace } from '../target-place.ts';
import { WikiDescription } from '../wiki-description.ts';
import { Checkpoints, UNFINISHED } from '../write/checkpoints.ts';
import { noteRegistrations } from '../write/drop-revisions.ts';
import { givenTables } from '../write/given-tables.ts';
import { SeenPages } from '../write/seen-pages.ts';
import { DumpTitles } from '../write/titles.ts';
import { countTotals } from '../write/totals.ts';
import { accountsRenamed } from './account-names.ts';
import { ChangeWriter } from './change-writer.ts';
import { type ChangeBatch, compare, type FoundChanges, type Position, readBatches, START } from './changes-reader.ts';
import { FileFollower } from './file-follower.ts';
import { liveWiki } from './live-wiki.ts';
import { LocalWiki, type ReadPosition } from './local-wiki.ts';
import { PageReader } from './page-reader.ts';
import { readProtections } from './protections.ts';

export interface FollowOptions extends ImportOptions {
  /** What the wiki says of itself (`meta=siteinfo`). */
  describe(): Promise<object>;
  /** Ends when everything is as in the wiki; goes on for ever without. */
  readonly once?: boolean;
  /** Looks at all revisions and log entries, not only at new ones; with `once` at all files, too. */
  readonly verify?: boolean;
  /** A time of fourteen digits: until then the database is known to be as the wiki is, when it is followed first. */
  readonly since?: string;
  /** All revisions of a page are wanted, also where the dump had only current ones. */
  readonly histories?: boolean;
  /** Seconds between two looks at a wiki in which nothing is new. */
  readonly interval?: number;
  /** Most requests a second. */
  readonly rate?: number;
  /** How often a request is tried again that cannot be answered now. */
  readonly retries?: number;
  /** Takes uploaded files, too. Without it as far as the database has any. */
  readonly uploads?: boolean;
  /** Additional hosts, with their ports, that files may be fetched from. */
  readonly uploadHosts?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface FollowReport {
  readonly pages: number;
  readonly entries: number;
  readonly warnings: number;
}

/** How far a wiki was followed. */
interface State {
  readonly position: Position;
  /** How far everything was looked at once more; undefined when that is done. */
  readonly verified?: Position | undefined;
  readonly isComplete: boolean;
}

/** Checkpoints: how far the wiki was followed, and that tables which follow from others are behind. */
const FOLLOW = '#follow';
const UNSETTLED = '#unsettled';

/** Revisions, and log entries, after which what they brought is written: each may be of a page that is asked for. */
const MOST_NEW = 100;

/** Milliseconds for which revisions and entries are read once more: they may be written later than their times say. */
const OVERLAP = 600_000;

/**
 * Keeps an imported wiki as the live one is: what is new or another there is asked of its API and written together with the position. Resolves when
 * `once` is told and everything is done, or when the signal is given. Rejects with a `WikiError` when the wiki does not answer, with a `SourceError`
 * when the database is none that can follow.
 */
export async function followWiki(address: string, api: URL, options: FollowOptions): Promise<FollowReport> {
  const place = await TargetPlace.prepare(address, options.images);
  if (place.isNew) {
    await place.clear();
    throw new SourceError('There is no such database. Import a dump of the wiki first.');
  }
  return withWriterLock(address, options, lost => retryConflicts(() => followLocked(address, api, place, lost, options)));
}

async function followLocked(
  address: string,
  api: URL,
  place: TargetPlace,
  lost: AbortSignal,
  options: FollowOptions,
): Promise<FollowReport> {
  const database = await open(address, { writable: true, single: true, prefix: options.prefix ?? '' });
  lost.addEventListener('abort', () => void database.close());
  try {
    await keepJournal(database, true);
    return await new Follower(address, api, place, database, options).run();
  } catch (error) {
    if (options.signal?.aborted) return { pages: 0, entries: 0, warnings: 0 };
    throw noRoom(error) ?? error;
  } finally {
    await keepJournal(database, false).catch(() => undefined);
    await database.close();
  }
}

class Follower {
  readonly #address: string;
  readonly #api: URL;
  readonly #place: TargetPlace;
  readonly #database: WikiDatabase;
  readonly #options: FollowOptions;
  readonly #wiki: Wiki;
  readonly #report = { pages: 0, entries: 0, warnings: 0 };
  #state: State = { position: START, isComplete: true };

  constructor(address: string, api: URL, place: TargetPlace, database: WikiDatabase, options: FollowOptions) {
    [this.#address, this.#api, this.#place, this.#database, this.#options] = [address, api, place, database, options];
    const { rate = 5, retries = 8, signal } = options;
    this.#wiki = liveWiki(this.#api, { rate, retries, signal });
  }

  async run(): Promise<FollowReport> {
    const { once = false, interval = 30, signal } = this.#options;
    const { context, description } = await this.#open();
    const stale = await StalePages.open(context);
    await this.#describe(context, description, stale);
    const titles = new DumpTitles(await context.site());
    const files = await FileFollower.open(this.#api, this.#options, this.#place, context);
    const tools = { context, stale, titles, files };
    const isFirst = await this.#begin(context);
    if (isFirst || this.#options.verify) await this.#protect(tools);
    for (;;) {
      for await (const batch of readBatches(this.#wiki, withOverlap(this.#state.position), MOST_NEW)) {
        await this.#take(batch, tools, { position: furthestOf(this.#state.position, batch.to) });
      }
      await this.#settle(tools);
      const isDone = await this.#verify(tools, once);
      await this.#settle(tools);
      if (once && isDone) return this.#report;
      await pause(interval * 1000, signal);
      if (signal?.aborted) return this.#report;
    }
  }

  async #open(): Promise<{ readonly context: ImportContext; readonly description: WikiDescription }> {
    const options = this.#options;
    const checkpoints = await Checkpoints.open(this.#database, options.prefix ?? '');
    if ((await checkpoints.read(UNFINISHED)) !== undefined)
      throw new SourceError('The import of the database is not finished: import again.');
    const description = await WikiDescription.read(checkpoints, this.#place.file, options);
    const attempt: ImportContext['attempt'] = (_, work) => work();
    const warned = (): void => {
      this.#report.warnings++;
    };
    const context = contextOf({ database: this.#database, checkpoints, description, options, attempt, warned });
    if ((await SeenPages.read(context)).oldest === undefined)
      throw new SourceError('The database has no pages of a dump that was read to its end. Import a dump of the wiki first.');
    return { context, description };
  }

  /** Where names of namespaces or prefixes of other wikis are others now, all links may be. */
  async #describe(context: ImportContext, description: WikiDescription, stale: StalePages): Promise<void> {
    const told = lasting(await this.#options.describe());
    readSite(told, {}, []);
    await inTransaction(this.#database, async () => {
      const isOther = await description.renew(told);
      if (!isOther) return;
      await stale.noteAll();
      await context.checkpoints.write(UNSETTLED, {});
    });
  }

  /** The first time everything is compared, since nobody knows when which page of the dump was written. Returns whether it is the first time. */
  async #begin({ checkpoints }: ImportContext): Promise<boolean> {
    const saved = await checkpoints.read<State>(FOLLOW);
    const { since, verify = false, histories = false } = this.#options;
    const at: ReadPosition = { timestamp: since ?? '', id: 0 };
    this.#state = saved ?? { position: { revisions: at, entries: at }, isComplete: await this.#hasHistories() };
    // What was left out before is found when everything is looked at.
    if (histories && !this.#state.isComplete) this.#state = { ...this.#state, isComplete: true, verified: START };
    if (verify && saved && saved.verified === undefined) this.#state = { ...this.#state, verified: START };
    return saved === undefined;
  }

  /** Dumps do not tell which pages are protected. Of pages that are not here yet, it is told when they come. */
  async #protect({ context, stale, titles }: Tools): Promise<void> {
    const local = new LocalWiki(this.#database, titles);
    const writer = new ChangeWriter(context, titles, stale);
    const told = new Set<number>();
    const namespaces = [...(await context.site()).namespaces.keys()].filter(id => id >= NS.MAIN);
    for await (const protections of readProtections(this.#wiki, namespaces)) {
      const here = await local.pages(protections.keys());
      for (const id of here.keys()) told.add(id);
      await inTransaction(this.#database, () => writer.protect(new Map([...protections].filter(([id]) => here.has(id)))));
    }
    const rows = await this.#database.db.selectFrom('page_restrictions').select('pr_page').distinct().execute();
    const freed = rows.filter(row => !told.has(row.pr_page)).map(row => [row.pr_page, []] as const);
    await inTransaction(this.#database, () => writer.protect(new Map(freed)));
  }

  /** In a dump of current revisions, those that are first here have parents. */
  async #hasHistories(): Promise<boolean> {
    if (this.#options.histories) return true;
    const { db } = this.#database;
    const first = db
      .selectFrom('revision')
      .select(is => is.fn.min('rev_id').as('id'))
      .groupBy('rev_page');
    const { pages: begun } = await db
      .selectFrom(first.as('first'))
      .innerJoin('revision', 'rev_id', 'first.id')
      .select(is => is.fn.countAll<number>().as('pages'))
      .where('rev_parent_id', '>', 0)
      .executeTakeFirstOrThrow();
    const { pages: edited } = await db
      .selectFrom('page')
      .innerJoin('revision', 'rev_id', 'page_latest')
      .select(is => is.fn.countAll<number>().as('pages'))
      .where('rev_parent_id', '>', 0)
      .executeTakeFirstOrThrow();
    return Number(begun) * 2 <= Number(edited);
  }

  async #take(batch: ChangeBatch, { context, stale, titles, files }: Tools, next: Partial<State>): Promise<void> {
    const local = new LocalWiki(this.#database, titles);
    const { isComplete } = this.#state;
    const { once = false, verify = false } = this.#options;
    const writer = new ChangeWriter(context, titles, stale);
    const found = await compare(batch, { wiki: this.#wiki, local, titles, isComplete, readsFiles: once && verify && 'verified' in next });
    const reader = new PageReader({
      ...{ wiki: this.#wiki, local, titles, isComplete },
      filesOf: names => files.uploadsOf(this.#wiki, names),
      keep: (page, revisions) => inTransaction(this.#database, () => writer.writeItems([page, ...revisions])),
    });
    const changes = await reader.read(found.whole, found.titles, found.edits);
    const accounts = await accountsRenamed(this.#wiki, found.entries);
    const stored = await files.fetch(changes);
    const isSame = isNothing(found) && changes.gone.length + changes.items.length === 0;
    const state: State = { ...this.#state, ...next };
    if (isSame && JSON.stringify(state) === JSON.stringify(this.#state)) return;
    await inTransaction(this.#database, async () => {
      if (!isSame) {
        await writer.write({ ...changes, entries: found.entries, goneEntries: found.goneEntries, accounts });
        await files.write(changes, stored, stale);
        await context.checkpoints.write(UNSETTLED, {});
      }
      await context.checkpoints.write(FOLLOW, state);
    });
    this.#state = state;
    this.#report.pages += changes.items.filter(item => item.kind === 'page').length + changes.gone.length;
    this.#report.entries += found.entries.length;
    this.#options.progress.update(this.#report.pages, { pages: this.#report.pages, 'log entries': this.#report.entries });
  }

  /** Looks at what was known before: what is hidden without a word in the log is found so. One answer at a time, unless nothing else is to be done. */
  async #verify(tools: Tools, isWhole: boolean): Promise<boolean> {
    if (this.#options.once && this.#state.verified === undefined) return true;
    for await (const batch of readBatches(this.#wiki, this.#state.verified ?? START, 'max')) {
      const isLast = batch.ends.revisions !== false && batch.ends.entries !== false;
      await this.#take(batch, tools, { verified: isLast ? undefined : batch.to });
      if (isLast) return true;
      if (!isWhole) return false;
    }
    return true;
  }

  /** Brings up to date what follows from texts and rows. */
  async #settle({ context, stale }: Tools): Promise<void> {
    const { without = new Set() } = this.#options;
    if ((await context.checkpoints.read(UNSETTLED)) === undefined) return;
    const given = await givenTables(context);
    await deriveTables(this.#address, context, { without, given: new Set(), stale });
    const kept = new Set([...given].filter(table => table === 'user' || table === 'site_stats'));
    if (!given.has('user')) await noteRegistrations(this.#database);
    await countTotals(this.#database, this.#options.prefix ?? '', await context.site(), kept);
    if (!without.has('search')) await makeIndex(context, this.#place.file);
    await context.checkpoints.remove(UNSETTLED);
  }
}

interface Tools {
  readonly context: ImportContext;
  readonly stale: StalePages;
  readonly titles: DumpTitles;
  readonly files: FileFollower;
}

const isNothing = ({ entries, goneEntries }: FoundChanges): boolean => entries.length + goneEntries.length === 0;

const withOverlap = ({ revisions, entries }: Position): Position => ({ revisions: before(revisions), entries: before(entries) });

const before = ({ timestamp }: ReadPosition): ReadPosition => ({
  timestamp: timestamp === '' ? '' : toTimestamp(new Date(timestampMillis(timestamp) - OVERLAP)),
  id: 0,
});

const furthestOf = (a: Position, b: Position): Position => ({
  revisions: b.revisions.timestamp > a.revisions.timestamp ? b.revisions : a.revisions,
  entries: b.entries.timestamp > a.entries.timestamp ? b.entries : a.entries,
});

/** What is the same a moment later. */
function lasting(description: object): object {
  const { query = {} } = description as { readonly query?: Record<string, unknown> };
  const { statistics: _, dbrepllag: __, general, ...others } = query;
  const { time: ___, ...lastingGeneral } = (general ?? {}) as Record<string, unknown>;
  return { query: { general: lastingGeneral, ...others } };
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
