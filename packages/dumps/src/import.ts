import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { keepJournal, open, type WikiDatabase } from '@wikiquery/database';
import { readSite, siteFileOf } from '@wikiquery/site';
import { describeProblem, type ImportContext, type ImportOptions, SourceError } from './context.ts';
import { deriveTables } from './derive/index.ts';
import { firstText } from './input/first-text.ts';
import { importSqlDump, isSqlDump, settleSqlDumps, turnOf } from './sql-dumps/index.ts';
import { TargetPlace } from './target-place.ts';
import { WikiDescription } from './wiki-description.ts';
import { Checkpoints } from './write/checkpoints.ts';
import { givenTables } from './write/given-tables.ts';
import { completeTables, prepareTables } from './write/tables.ts';
import { countTotals } from './write/totals.ts';
import { importXml } from './xml/import.ts';

/** What an import did. */
export interface ImportReport {
  /** Problems that ended the reading of a source too early. */
  readonly failures: readonly string[];
  readonly warnings: number;
  /** Where the description of the wiki lies, when it is saved. */
  readonly site: string | undefined;
  /** False when nothing at all is there to be served. */
  readonly hasContent: boolean;
}

/** A kind of file that can be imported. Rejects with a `SourceError` where it has to stop. */
interface Format {
  recognizes(beginning: string): boolean;
  /** Sources are imported in the order of these numbers, 0 for pages with their revisions, and otherwise as they were named. */
  turn(beginning: string): number;
  import(path: string, context: ImportContext): Promise<void>;
}

const FORMATS: readonly Format[] = [
  { recognizes: text => /<mediawiki\b/.test(text) || text.trimStart().startsWith('<'), turn: () => 0, import: importXml },
  { recognizes: isSqlDump, turn: turnOf, import: importSqlDump },
];

/**
 * Imports dumps into a database, which is made when it is empty. What was imported before is known: an import that was ended goes on where it was,
 * and a newer dump of the same wiki adds what is new.
 */
export async function importSources(address: string, paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const { progress, prefix = '', without = new Set() } = options;
  const failures = new Set<string>();
  let warnings = 0;
  const attempt: ImportContext['attempt'] = async (source, work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      failures.add(`${basename(source)}: ${error.message}`);
      return undefined;
    }
  };
  const sources: Source[] = [];
  for (const path of paths) {
    const source = await attempt(path, () => recognize(path));
    if (source) sources.push(source);
  }
  if (sources.length === 0) return { failures: [...failures], warnings, site: undefined, hasContent: false };

  const place = await TargetPlace.prepare(address);
  let hasContent = true;
  let database: WikiDatabase | undefined;
  try {
    database = await open(address, { writable: true, single: true, prefix });
    growHeap(false);
    await keepJournal(database, true);
    await prepareTables(database, prefix);
    const checkpoints = await Checkpoints.open(database, prefix);
    if (place.isNew) await checkpoints.write(UNFINISHED, {});
    const description = await WikiDescription.read(checkpoints, place.file, options);
    const context: ImportContext = {
      database,
      checkpoints,
      options,
      site: async () => readSite(...(await context.siteSource())),
      siteSource: async () => [
        description.known ?? {},
        options.configuration ?? {},
        await context.database.db.selectFrom('interwiki').selectAll().execute(),
      ],
      describe: told => description.take(told),
      belong: wiki => description.belong(wiki),
      warn(source, problem) {
        warnings++;
        progress.warn(`${basename(source)}: ${typeof problem === 'string' ? problem : describeProblem(problem)}`);
      },
      attempt,
    };
    for (const { path, format } of sources.sort((a, b) => a.turn - b.turn)) {
      await attempt(path, () => format.import(path, context));
    }
    hasContent = !place.isNew || (await hasRows(context));
    if (hasContent) {
      await settleSqlDumps(context);
      await completeTables(database, prefix);
      const given = await givenTables(context);
      await deriveTables(address, context, { without, given });
      await countTotals(database, await context.site(), given);
      await checkpoints.remove(UNFINISHED);
    }
  } catch (error) {
    throw noRoom(error) ?? error;
  } finally {
    growHeap(true);
    if (database) await keepJournal(database, false).catch(() => undefined);
    await database?.close();
    if (!hasContent) await place.clear();
  }
  return { failures: [...failures], warnings, site: place.file && siteFileOf(place.file), hasContent };
}

/** Checkpoint of a database that has not all that its first import brings: servers wait for the end. */
const UNFINISHED = '#unfinished';

/** Whether a source left anything. */
async function hasRows(context: ImportContext): Promise<boolean> {
  const { db } = context.database;
  if ((await givenTables(context)).size > 0) return true;
  const found = await Promise.all([
    db.selectFrom('page').select('page_id').limit(1).executeTakeFirst(),
    db.selectFrom('logging').select('log_id').limit(1).executeTakeFirst(),
  ]);
  return found.some(row => row !== undefined);
}

/** What is written here is kept; there is no room for more. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** The engines say it in their own words: SQLite, MariaDB (1021, 1114), PostgreSQL (53100); and the file system. */
function noRoom(error: unknown): NoRoomError | undefined {
  const { code, errno, message } = (error ?? {}) as { readonly code?: unknown; readonly errno?: unknown; readonly message?: string };
  const isFull =
    /^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE|ENOSPC|EFBIG|EDQUOT|53100)$/.test(String(code)) ||
    errno === 1021 ||
    errno === 1114;
  if (!isFull) return undefined;
  return new NoRoomError(`There is no room left for the database (${message}). Make room and import again: it goes on where it was.`, {
    cause: error,
  });
}

/**
 * The young generation of the heap doubles when much outlives a collection, up to 128 MB; the rows of a batch always do. What it has when an import
 * begins is enough. A thread would begin with a megabyte: it gets all that it may have at once. 2 and 0 are V8's own.
 */
function growHeap(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  setFlagsFromString(`--min-semi-space-size=${mayGrow ? 0 : 8}`);
}

interface Source {
  readonly path: string;
  readonly format: Format;
  readonly turn: number;
}

async function recognize(path: string): Promise<Source> {
  if (!existsSync(path)) throw new SourceError('There is no such file.');
  const beginning = await firstText(path).catch((error: unknown) => {
    throw new SourceError(error instanceof Error ? error.message : String(error));
  });
  const format = FORMATS.find(each => each.recognizes(beginning));
  if (!format) throw new SourceError('This is no dump that can be read: neither XML of MediaWiki nor SQL of mysqldump.');
  return { path, format, turn: format.turn(beginning) };
}
