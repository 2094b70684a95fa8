import { setTimeout as sleep } from 'node:timers/promises';
import type { Wiki } from '@wikiquery/client';
import { NS, type Title, timestampMillis, toTimestamp } from '@wikiquery/core';
import {
  DatabaseBusyError,
  inTransaction,
  keepJournal,
  open,
  retryConflicts,
  type WikiDatabase,
  withWriterLock,
} from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { type ImportContext, type ImportOptions, PATIENCE, SourceError } from '../context.ts';
import { createContext } from '../create-context.ts';
import { deriveTables } from '../derive/index.ts';
import { StalePages } from '../derive/stale-pages.ts';
import { noRoom } from '../import.ts';
import { ImportTarget } from '../import-target.ts';
import { buildSearchIndex } from '../search-index.ts';
import { WikiDescription } from '../wiki-description.ts';
import { Checkpoints, UNFINISHED } from '../write/checkpoints.ts';
import { noteRegistrations } from '../write/drop-revisions.ts';
import { importedTables } from '../write/imported-tables.ts';
import { SeenPages } from '../write/seen-pages.ts';
import { DumpTitles } from '../write/titles.ts';
import { countTotals } from '../write/totals.ts';
import { accountsRenamed, ChangeWriter } from './change-writer.ts';
import { type ChangeBatch, compare, type FoundChanges, type Position, readBatches, START } from './changes-reader.ts';
import { FileFollower } from './file-follower.ts';
import { liveWiki } from './live-wiki.ts';
import { LocalWiki, type ReadPosition } from './local-wiki.ts';
import { PageReader } from './page-reader.ts';
import { readProtections } from './protections.ts';

/** Options of `followWiki`. */
export interface FollowOptions extends ImportOptions {
  /** Fetches the site configuration of the live wiki as a `meta=siteinfo` response. */
  describe(): Promise<object>;
  /** Whether to end once the database is current. Default: false, which runs until the signal is aborted. */
  readonly once?: boolean;
  /** Whether to compare all revisions and log entries, and with `once` also all files. Default: false. */
  readonly verify?: boolean;
  /** First run: time up to which the database matches the wiki (fourteen digits). Default: compares everything. */
  readonly since?: string;
  /** Whether to fetch all revisions of pages, even if the dump has only current ones. Default: false. */
  readonly histories?: boolean;
  /** Seconds between two polls. Default: 30. */
  readonly interval?: number;
  /** Maximum requests per second. Default: 5. */
  readonly rate?: number;
  /** Maximum retries of a request. Default: 8. */
  readonly retries?: number;
  /** Whether to download uploaded files. Default: only if the upload folder exists. */
  readonly uploads?: boolean;
  /** Additional hosts, with ports, from which uploaded files may be downloaded. */
  readonly uploadHosts?: readonly string[];
  /** Whether to wait while another process holds the database lock, and to take over when it ends. Default: false. */
  readonly standby?: boolean;
  /** Stops syncing when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Number of changed pages, changed log entries and warnings. */
export interface FollowReport {
  readonly pages: number;
  readonly entries: number;
  readonly warnings: number;
}

interface State {
  readonly position: Position;
  /** Position of the continuous comparison of known data. Undefined if the comparison is complete. */
  readonly verified?: Position | undefined;
  readonly isComplete: boolean;
}

/** Checkpoints that store the position, and that derived tables are stale. */
const FOLLOW = '#follow';
const UNSETTLED = '#unsettled';

/** Maximum revisions and log entries per batch. It is low, because each of them may need a request for its page. */
const BATCH = 100;

/** Milliseconds before the last position that are read again, because entries may be written later than their timestamps. */
const OVERLAP = 600_000;

/**
 * Syncs an imported wiki with its live original through the API, and writes changes together with the position. Resolves when the database
 * is current (`once`), or when the signal is aborted. Rejects with a `WikiError` if the wiki does not respond, and with a `SourceError` if
 * the database cannot be synced.
 */
export async function followWiki(address: string, api: URL, options: FollowOptions): Promise<FollowReport> {
  const target = await ImportTarget.prepare(address, options.images);
  if (target.isNew) {
    await target.clear();
    throw new SourceError('The database does not exist. Import a dump of the wiki first.');
  }
  const onWait = (): void => options.progress.warn('Another process syncs the database. This one waits, and takes over when it ends.');
  const { prefix = '', signal } = options;
  const locking = { prefix, standby: options.standby ? { signal, onWait } : undefined };
  for (;;) {
    try {
      return await withWriterLock(address, locking, lost => retryConflicts(() => followLocked(address, api, target, lost, options)));
    } catch (error) {
      if (signal?.aborted) return { pages: 0, entries: 0, warnings: 0 };
      if (!options.standby || !(error instanceof DatabaseBusyError)) throw error;
    }
  }
}

async function followLocked(
  address: string,
  api: URL,
  target: ImportTarget,
  lost: AbortSignal,
  options: FollowOptions,
): Promise<FollowReport> {
  const database = await open(address, { writable: true, single: true, prefix: options.prefix ?? '' });
  lost.addEventListener('abort', () => void database.close());
  try {
    await keepJournal(database, true);
    return await new Follower(address, api, target, database, options).run();
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
  readonly #target: ImportTarget;
  readonly #database: WikiDatabase;
  readonly #options: FollowOptions;
  readonly #wiki: Wiki;
  /** Pages that the current comparison has updated, and number of pages before it. A page may change in several batches. */
  readonly #pages = new Set<number>();
  #pagesBefore = 0;
  #entries = 0;
  #warnings = 0;
  /** Revisions and log entries that were compared since the progress was last shown. */
  #compared = 0;
  #isShown = false;
  /** Pages that changed since the last update of the search index. Undefined if a run before this one may have changed others. */
  #unindexed: Set<number> | undefined;
  #state: State = { position: START, isComplete: true };

  constructor(address: string, api: URL, target: ImportTarget, database: WikiDatabase, options: FollowOptions) {
    [this.#address, this.#api, this.#target, this.#database, this.#options] = [address, api, target, database, options];
    const { rate = 5, retries = PATIENCE.retries } = options;
    this.#wiki = liveWiki(this.#api, { ...options, rate, retries });
  }

  async run(): Promise<FollowReport> {
    const { once = false, interval = 30, signal } = this.#options;
    const { context, description } = await this.#open();
    const stale = await StalePages.open(context);
    await this.#describe(context, description, stale);
    const titles = new DumpTitles(await context.site());
    const files = await FileFollower.open(this.#api, this.#options, this.#target, context);
    const tools = { context, stale, titles, files };
    const isFirst = await this.#begin(context);
    if (isFirst || this.#options.verify) await this.#protect(tools);
    // On the first run, the upload folder has the files of the import.
    if ((await files.noteHosts()) && !isFirst) await this.#fetchMissing(tools);
    for (let isIdle = false; ; isIdle = true) {
      if (!isIdle) this.#show();
      for await (const batch of readBatches(this.#wiki, withOverlap(this.#state.position), BATCH)) {
        await this.#take(batch, tools, { position: furthestOf(this.#state.position, batch.to) });
      }
      await this.#settle(tools);
      const isDone = await this.#verify(tools, once);
      await this.#settle(tools);
      if (once && isDone) return this.#report();
      await sleep(interval * 1000, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted) return this.#report();
    }
  }

  #report(): FollowReport {
    return { pages: this.#pagesBefore + this.#pages.size, entries: this.#entries, warnings: this.#warnings };
  }

  /** Shows the progress of a comparison. Polls without changes show none. */
  #show(): void {
    const { progress } = this.#options;
    if (!this.#isShown) progress.begin('comparison with the wiki', 0);
    this.#isShown = true;
    progress.update(this.#compared, {
      'compared records': this.#compared,
      'changed pages': this.#pages.size,
      'new log entries': this.#entries,
    });
  }

  #endShown(): void {
    if (this.#isShown) this.#options.progress.end();
    [this.#isShown, this.#compared] = [false, 0];
    // The set of a process that runs for months would contain most pages of the wiki.
    this.#pagesBefore += this.#pages.size;
    this.#pages.clear();
  }

  /** Compares the file pages without a file again, because their files may now be downloaded. */
  async #fetchMissing(tools: Tools): Promise<void> {
    const nothing: ChangeBatch = { revisions: [], entries: [], from: START, to: START, ends: { revisions: undefined, entries: undefined } };
    for await (const titles of tools.files.missing()) await this.#take(nothing, tools, {}, titles);
  }

  async #open(): Promise<{ readonly context: ImportContext; readonly description: WikiDescription }> {
    const options = this.#options;
    const checkpoints = await Checkpoints.open(this.#database, options.prefix ?? '');
    if ((await checkpoints.read(UNFINISHED)) !== undefined)
      throw new SourceError('The import of the database is unfinished. Run the import again.');
    const description = await WikiDescription.read(checkpoints, this.#target.file, options);
    const attempt: ImportContext['attempt'] = (_, work) => work();
    const onWarning = () => this.#warnings++;
    const context = createContext({ database: this.#database, checkpoints, description, options, attempt, onWarning });
    if ((await SeenPages.read(context)).oldest === undefined)
      throw new SourceError('The database has no completely imported dump of pages. Import a dump of the wiki first.');
    return { context, description };
  }

  /** Updates the site configuration. If it changed, all pages are stale, because namespaces or interwiki prefixes affect all links. */
  async #describe(context: ImportContext, description: WikiDescription, stale: StalePages): Promise<void> {
    const siteInfo = withoutVolatile(await this.#options.describe());
    readSite(siteInfo, {}, []);
    await inTransaction(this.#database, async () => {
      const isOther = await description.replace(siteInfo);
      if (!isOther) return;
      await stale.noteAll();
      await context.checkpoints.write(UNSETTLED, {});
    });
  }

  /** Loads the position. The first run compares everything, because writing a dump takes time. Resolves to true on the first run. */
  async #begin({ checkpoints }: ImportContext): Promise<boolean> {
    const saved = await checkpoints.read<State>(FOLLOW);
    const { since, verify = false, histories = false } = this.#options;
    const at: ReadPosition = { timestamp: since ?? '', id: 0 };
    this.#state = saved ?? { position: { revisions: at, entries: at }, isComplete: await this.#hasHistories() };
    // A complete comparison finds the revisions that a dump of current revisions lacks.
    if (histories && !this.#state.isComplete) this.#state = { ...this.#state, isComplete: true, verified: START };
    if (verify && saved && saved.verified === undefined) this.#state = { ...this.#state, verified: START };
    return saved === undefined;
  }

  /** Fetches the protections of all existing pages, because dumps lack them. */
  async #protect({ context, stale, titles }: Tools): Promise<void> {
    const local = new LocalWiki(this.#database, titles);
    const writer = new ChangeWriter(context, titles, stale);
    const protectedPages = new Set<number>();
    const namespaces = [...(await context.site()).namespaces.keys()].filter(id => id >= NS.MAIN);
    for await (const protections of readProtections(this.#wiki, namespaces)) {
      const here = await local.pages(protections.keys());
      for (const id of here.keys()) protectedPages.add(id);
      await inTransaction(this.#database, () => writer.protect(new Map([...protections].filter(([id]) => here.has(id)))));
    }
    const rows = await this.#database.db.selectFrom('page_restrictions').select('pr_page').distinct().execute();
    const freed = rows.filter(row => !protectedPages.has(row.pr_page)).map(row => [row.pr_page, []] as const);
    await inTransaction(this.#database, () => writer.protect(new Map(freed)));
  }

  /** Whether the dump has histories. In dumps of current revisions, most first revisions of edited pages have a parent. */
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

  async #take(
    batch: ChangeBatch,
    { context, stale, titles, files }: Tools,
    next: Partial<State>,
    more: readonly Title[] = [],
  ): Promise<void> {
    const local = new LocalWiki(this.#database, titles);
    const { isComplete } = this.#state;
    const { once = false, verify = false } = this.#options;
    const writer = new ChangeWriter(context, titles, stale);
    const found = await compare(batch, { wiki: this.#wiki, local, titles, isComplete, readsFiles: once && verify && 'verified' in next });
    const reader = new PageReader({
      ...{ wiki: this.#wiki, local, titles, isComplete },
      filesOf: names => files.uploadsOf(this.#wiki, names),
      writeEarly: (page, revisions) => inTransaction(this.#database, () => writer.writeItems([page, ...revisions])),
    });
    const changes = await reader.read(found.whole, [...found.titles, ...more], found.edits);
    const accounts = await accountsRenamed(this.#wiki, found.entries);
    const stored = await files.fetch(changes);
    this.#compared += batch.revisions.length + batch.entries.length;
    if (this.#isShown) this.#show();
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
    for (const id of [...changes.gone, ...changes.items.flatMap(item => (item.kind === 'page' ? [item.id] : []))]) {
      this.#pages.add(id);
      this.#unindexed?.add(id);
    }
    this.#entries += found.entries.length;
    if (!isSame) this.#show();
  }

  /** Compares known data again to find changes without a log entry. Reads one batch per poll, or all batches if `isWhole`. */
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

  async #settle({ context, stale }: Tools): Promise<void> {
    const { without = new Set() } = this.#options;
    this.#endShown();
    if ((await context.checkpoints.read(UNSETTLED)) === undefined) return;
    for (const page of await stale.list()) this.#unindexed?.add(page);
    const imported = await importedTables(context);
    await deriveTables(this.#address, context, { without, imported: new Set(), stale });
    const kept = new Set([...imported].filter(table => table === 'user' || table === 'site_stats'));
    if (!imported.has('user')) await noteRegistrations(this.#database);
    await countTotals(this.#database, this.#options.prefix ?? '', await context.site(), kept);
    if (!without.has('search')) await buildSearchIndex(context, this.#target.file, this.#unindexed);
    this.#unindexed = new Set();
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

function withoutVolatile(description: object): object {
  const { query = {} } = description as { readonly query?: Record<string, unknown> };
  const { statistics: _, dbrepllag: __, general, ...others } = query;
  const { time: ___, ...lasting } = (general ?? {}) as Record<string, unknown>;
  return { query: { general: lasting, ...others } };
}
