import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parseJson } from '@wikiquery/client/fetch';
import { keepJournal, open, retryConflicts, sql, type WikiDatabase, withWriterLock } from '@wikiquery/database';
import { readSite, siteFileOf } from '@wikiquery/site';
import { type ImportContext, type ImportOptions, SourceError } from './context.ts';
import { deriveTables } from './derive/index.ts';
import { Incoming, STANDARD_INPUT } from './input/incoming.ts';
import { firstContent } from './input/open-file.ts';
import { type DumpLocation, nameOf } from './input/place.ts';
import { type Dump, findSources, type ImportSources } from './input/sources.ts';
import { Unpacked } from './input/unpacked.ts';
import { contextOf } from './make-context.ts';
import { makeIndex } from './make-index.ts';
import { modernDescription } from './saved-description.ts';
import { importSqlDump, settleSqlDumps } from './sql-dumps/index.ts';
import { takeDatabases } from './sqlite-file.ts';
import { TargetPlace } from './target-place.ts';
import { tellUnknownNamespaces } from './unknown-namespaces.ts';
import { tellUnknownPrefixes } from './unknown-prefixes.ts';
import { WikiDescription } from './wiki-description.ts';
import { Checkpoints, UNFINISHED } from './write/checkpoints.ts';
import { dropUnsafeFiles } from './write/drop-unsafe-files.ts';
import { givenTables, noteGivenTable } from './write/given-tables.ts';
import { completeTables, prepareTables } from './write/tables.ts';
import { countTotals } from './write/totals.ts';
import { XmlImport } from './xml/import.ts';

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

/**
 * Imports dumps into a database, which is made when it is empty. A source is a file, a folder, an address, or `-` for standard input. What was imported
 * before is known: an import that was ended goes on where it was, and a newer dump of the same wiki adds what is new.
 */
export async function importSources(address: string, paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const { progress, downloads = join(tmpdir(), 'wikiquery-downloads') } = options;
  const failures = new Set<string>();
  const attempt: ImportContext['attempt'] = async (source, work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      failures.add(`${source}: ${error.message}`);
      return undefined;
    }
  };
  const incoming = new Incoming(downloads, progress, options.input);
  const unpacked = new Unpacked(downloads, progress);
  try {
    const taken: string[] = [];
    for (const path of paths) {
      const file = await attempt(shownName(path), () => incoming.take(path));
      if (file !== undefined) taken.push(file);
    }
    const sources = await findSources(taken, unpacked, (path, work) => attempt(shownName(path), work));
    tellLeftOut(sources, progress);
    const report = hasAny(sources) ? await importFound(address, sources, options, attempt) : NOTHING;
    return { ...report, failures: [...failures] };
  } finally {
    await unpacked.clear();
    await incoming.clear(failures.size === 0);
  }
}

const shownName = (source: string): string => (source === STANDARD_INPUT ? 'standard input' : basename(source));

const hasAny = ({ dumps, databases, uploads }: ImportSources): boolean => dumps.length + databases.length + uploads.length > 0;

type Imported = Omit<ImportReport, 'failures'>;
const NOTHING: Imported = { warnings: 0, site: undefined, hasContent: false };

function tellLeftOut({ leftOut }: ImportSources, progress: ImportOptions['progress']): void {
  if (leftOut.length === 0) return;
  const more = leftOut.length > SHOWN ? ` And ${leftOut.length - SHOWN} more.` : '';
  progress.warn(`Left out: ${leftOut.slice(0, SHOWN).join(' ')}${more}`);
}
const SHOWN = 10;

/** Runs one import at a time. After a conflict the import resumes after the last committed transaction. */
async function importFound(
  address: string,
  sources: ImportSources,
  options: ImportOptions,
  attempt: ImportContext['attempt'],
): Promise<Imported> {
  const place = await TargetPlace.prepare(address, options.images);
  return withWriterLock(address, options, signal =>
    retryConflicts(() => importLocked(address, place.again(), signal, sources, options, attempt)),
  );
}

async function importLocked(
  address: string,
  place: TargetPlace,
  signal: AbortSignal,
  sources: ImportSources,
  options: ImportOptions,
  attempt: ImportContext['attempt'],
): Promise<Imported> {
  const { prefix = '', without = new Set() } = options;
  let hasContent = true;
  let warnings = 0;
  let database: WikiDatabase | undefined;
  try {
    const isCopied = await takeDatabases(sources.databases, place, options.progress, attempt);
    hasContent = isCopied || sources.dumps.length + sources.uploads.length > 0;
    if (!hasContent) return NOTHING;
    database = await open(address, { writable: true, single: true, prefix });
    const opened = database;
    signal.addEventListener('abort', () => void opened.close());
    growHeap(false);
    await keepJournal(database, true);
    if (!isCopied) await prepareTables(database, prefix);
    const checkpoints = await Checkpoints.open(database, prefix);
    if (place.isNew && !isCopied) await checkpoints.write(UNFINISHED, {});
    const description = await WikiDescription.read(checkpoints, place.file, options);
    const context = contextOf({ database, checkpoints, description, options, attempt, warned: () => warnings++ });
    for (const source of sources.descriptions) await attempt(nameOf(source), () => takeDescription(source, context));
    if (isCopied) {
      const dropped = await dropUnsafeFiles(database, prefix);
      if (dropped > 0) context.warn('uploaded files', `${dropped} rows are left out: their names are not valid file names.`);
      for (const table of FILES) await noteGivenTable(context, table);
    }
    await importDumps(sources.dumps, context, isCopied ? refuseBeside : undefined);
    if (place.images !== undefined && sources.uploads.length > 0) {
      const { importUploads } = await import('./uploads/import.ts');
      await importUploads(sources, place.images, context);
    }
    hasContent = !place.isNew || isCopied || (await hasRows(context));
    if (hasContent && !isCopied) {
      await settleSqlDumps(context);
      await completeTables(database, prefix);
      const given = await givenTables(context);
      if (await isThere(context, 'logging')) {
        const { followLog } = await import('./write/follow-log.ts');
        await followLog(context);
      }
      await deriveTables(address, context, { without, given });
      await tellUnknownPrefixes(context, { without, given });
      await tellUnknownNamespaces(context);
      await countTotals(database, prefix, await context.site(), given);
      if (!without.has('search')) await makeIndex(context, place.file);
      await checkpoints.remove(UNFINISHED);
    }
  } catch (error) {
    throw noRoom(error) ?? error;
  } finally {
    if (database) await keepJournal(database, false).catch(() => undefined);
    await database?.close();
    growHeap(true);
    if (!hasContent) await place.clear();
  }
  const site = place.file && siteFileOf(place.file);
  return { warnings, site: site !== undefined && existsSync(site) ? site : undefined, hasContent };
}

/** Imports dumps in their order, or has each refused. */
async function importDumps(dumps: readonly Dump[], context: ImportContext, refuse: (() => Promise<void>) | undefined): Promise<void> {
  const xml = new XmlImport(context);
  const formats: Readonly<Record<Dump['format'], (place: DumpLocation) => Promise<void>>> = {
    xml: place => xml.import(place),
    sql(place) {
      xml.forget();
      return importSqlDump(place, context);
    },
  };
  try {
    for (const { place, format } of dumps) await context.attempt(nameOf(place), refuse ?? (() => formats[format](place)));
  } finally {
    await xml.close();
  }
}

/** Tables of uploaded files. */
const FILES = ['image', 'oldimage'] as const;

const refuseBeside = (): Promise<void> =>
  Promise.reject(
    new SourceError('A whole database was imported, which is not mixed with dumps. Import the dump into a database of its own.'),
  );

/** Bytes of a description. */
const LONGEST_DESCRIPTION = 32 << 20;

/** A description that lies beside dumps counts before theirs, which tell less. */
async function takeDescription(place: DumpLocation, context: ImportContext): Promise<void> {
  const text = new TextDecoder().decode(await firstContent(place, LONGEST_DESCRIPTION));
  let description: object | undefined;
  try {
    description = modernDescription(parseJson(text));
    if (description) readSite(description, {}, []);
  } catch (error) {
    context.warn(
      nameOf(place),
      `The description of the wiki cannot be read and is left out (${error instanceof Error ? error.message : String(error)}).`,
    );
    return;
  }
  if (description) await context.describe(description);
}

/** Whether a source left anything. */
async function hasRows(context: ImportContext): Promise<boolean> {
  if ((await givenTables(context)).size > 0) return true;
  const found = await Promise.all((['page', 'logging', 'image'] as const).map(table => isThere(context, table)));
  return found.includes(true);
}

/** Whether a table has a row. */
async function isThere({ database, options }: ImportContext, table: 'page' | 'logging' | 'image'): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(`${options.prefix ?? ''}${table}`)} limit 1`.execute(database.db);
  return rows.length > 0;
}

/** What is written here is kept; there is no room for more. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** The engines say it in their own words: SQLite, MariaDB (1021, 1114), PostgreSQL (53100); and the file system. */
export function noRoom(error: unknown): NoRoomError | undefined {
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
 * begins is enough, if the old one, where these rows wait for their end, is collected before it has three times what is in use. A thread would begin with
 * a megabyte: it gets all that it may have at once. 2 and 0 are V8's own.
 */
function growHeap(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  setFlagsFromString(`--heap-growing-percent=${mayGrow ? 0 : 50}`);
  setFlagsFromString(`--min-semi-space-size=${mayGrow ? 0 : 8}`);
}
