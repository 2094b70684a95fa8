import { isInvalid, type Title, type Titles } from '@wikiquery/core';
import type { WikiDatabase } from '@wikiquery/database';
import { parseLogParams } from '@wikiquery/logs';
import { toText } from '@wikiquery/text-storage';
import type { ChangeReceiver } from './recent-changes.ts';

/** Milliseconds between two polls. */
const PAUSE = 200;
/** Milliseconds between two polls of an unreachable database. */
const LONG_PAUSE = 1000;
/**
 * Number of ids before the newest one that each poll reads again. The transaction with a lower id can end after the one with a higher id.
 */
const OVERLAP = 100;
/** Maximum number of rows that one poll reads from each table. */
const MOST = 5000;

/** A wiki whose changes are read from its database. */
export interface PolledWiki {
  readonly db: WikiDatabase['db'];
  readonly titles: Titles;
}

/** Delivers the changes in the tables `recentchanges` and `logging`, which also has the entries that MediaWiki hides from changes. */
export function pollDatabase({ db, titles }: PolledWiki, receiver: ChangeReceiver): AsyncDisposable {
  const readers = [new NewRows(id => changesAfter(db, id)), new NewRows(id => logEntriesAfter(db, titles, id))];
  const newest = [() => newestChange(db), () => newestLogEntry(db)];
  let isConnected = false;
  let isDisposed = false;
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const poll = async (): Promise<void> => {
    if (!isConnected) await Promise.all(readers.map(async (reader, i) => reader.start((await newest[i]!()) ?? 0)));
    const found = await Promise.all(readers.map(reader => reader.read()));
    if (isDisposed) return;
    const isComplete = found.every(rows => rows.length < MOST && !rows.some(({ affectsAll }) => affectsAll));
    if (!isConnected || !isComplete) receiver.connected();
    isConnected = true;
    const pages = found.flat().flatMap(row => row.pages);
    if (pages.length > 0) receiver.changed(pages);
  };
  const run = async (): Promise<void> => {
    try {
      await poll();
    } catch {
      // Requests report why the database is unreachable.
      if (isConnected && !isDisposed) receiver.disconnected();
      isConnected = false;
    }
    if (!isDisposed) schedule(isConnected ? PAUSE : LONG_PAUSE);
  };
  const schedule = (pause: number): void => {
    timer = setTimeout(() => {
      running = run();
    }, pause).unref();
  };
  schedule(0);
  return {
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

interface Row {
  readonly id: number;
  readonly pages: readonly Title[];
  /** Whether the change can affect any page. */
  readonly affectsAll?: boolean;
}

/** Types of log entries after which a user name is suppressed or replaced on any page. */
const OF_ALL_PAGES: ReadonlySet<string> = new Set(['suppress', 'renameuser']);

/** Reads each new row of a table once. */
class NewRows {
  readonly #rowsAfter: (id: number) => Promise<readonly Row[]>;
  #newest = 0;
  /** Ids of the rows in the overlap that were read. */
  #read = new Set<number>();

  constructor(rowsAfter: (id: number) => Promise<readonly Row[]>) {
    this.#rowsAfter = rowsAfter;
  }

  /** Skips the rows up to this id. */
  start(newest: number): void {
    this.#newest = newest;
    this.#read.clear();
  }

  /** Returns the new rows. The first call returns those of the overlap too. */
  async read(): Promise<readonly Row[]> {
    const rows = await this.#rowsAfter(this.#newest - OVERLAP);
    const added = rows.filter(({ id }) => !this.#read.has(id));
    this.#newest = Math.max(this.#newest, rows.at(-1)?.id ?? 0);
    this.#read = new Set(rows.map(({ id }) => id).filter(id => id > this.#newest - OVERLAP));
    return added;
  }
}

async function newestChange(db: WikiDatabase['db']): Promise<number | undefined> {
  return (await db.selectFrom('recentchanges').select('rc_id').orderBy('rc_id', 'desc').limit(1).executeTakeFirst())?.rc_id;
}

async function newestLogEntry(db: WikiDatabase['db']): Promise<number | undefined> {
  return (await db.selectFrom('logging').select('log_id').orderBy('log_id', 'desc').limit(1).executeTakeFirst())?.log_id;
}

async function changesAfter(db: WikiDatabase['db'], id: number): Promise<readonly Row[]> {
  const query = db.selectFrom('recentchanges').select(['rc_id', 'rc_namespace', 'rc_title']);
  const rows = await query.where('rc_id', '>', id).orderBy('rc_id').limit(MOST).execute();
  return rows.map(row => ({ id: row.rc_id, pages: [{ namespace: row.rc_namespace, dbkey: row.rc_title }] }));
}

async function logEntriesAfter(db: WikiDatabase['db'], titles: Titles, id: number): Promise<readonly Row[]> {
  const query = db.selectFrom('logging').select(['log_id', 'log_type', 'log_namespace', 'log_title', 'log_params']);
  const rows = await query.where('log_id', '>', id).orderBy('log_id').limit(MOST).execute();
  return rows.map(row => {
    const params = Array.from(parseLogParams(row.log_params).values, ([name, value]) => [String(name), toText(value)] as const);
    const others = params.filter(([name]) => OTHER_PAGE.test(name)).map(([, text]) => text);
    const page = { namespace: row.log_namespace, dbkey: row.log_title };
    return { id: row.log_id, pages: [page, ...titlesOf(others, titles)], affectsAll: OF_ALL_PAGES.has(row.log_type) };
  });
}

/** Parses titles. Leaves out invalid ones. */
export const titlesOf = (texts: readonly string[], titles: Titles): Title[] =>
  texts.flatMap(text => {
    const title = titles.parse(text);
    return isInvalid(title) ? [] : [title];
  });

/** Names of the parameters of log entries that contain another page, such as the new title of a moved page. */
export const OTHER_PAGE = /(?:^|:)(?:target|dest|src)$|^\d+:title:/;
