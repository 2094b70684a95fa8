import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { parseJson } from '@wikiquery/client/fetch';
import { keepJournal, open, retryConflicts, sql, type WikiDatabase, withWriterLock } from '@wikiquery/database';
import { readSite, siteFileOf } from '@wikiquery/site';
import { type ImportContext, type ImportOptions, messageOf, SourceError } from './context.ts';
import { createContext } from './create-context.ts';
import { deriveTables } from './derive/index.ts';
import { ImportTarget } from './import-target.ts';
import { Downloads, STANDARD_INPUT } from './input/downloads.ts';
import { type DumpLocation, nameOf } from './input/location.ts';
import { firstContent } from './input/open-file.ts';
import { type Dump, findSources, type ImportSources } from './input/sources.ts';
import { UnpackedFiles } from './input/unpacked-files.ts';
import { countText } from './progress.ts';
import { modernDescription } from './saved-description.ts';
import { buildSearchIndex } from './search-index.ts';
import { importSqlDump } from './sql-dumps/import.ts';
import { settleSqlDumps } from './sql-dumps/settle.ts';
import { copyDatabases } from './sqlite-file.ts';
import { warnUnknownNamespaces, warnUnknownPrefixes } from './unknown-names.ts';
import { WikiDescription } from './wiki-description.ts';
import { Checkpoints, UNFINISHED } from './write/checkpoints.ts';
import { dropUnsafeFiles } from './write/drop-unsafe-files.ts';
import { importedTables, noteImportedTable } from './write/imported-tables.ts';
import { completeTables, prepareTables } from './write/tables.ts';
import { countTotals } from './write/totals.ts';
import { XmlImport } from './xml/import.ts';

/** Result of an import. */
export interface ImportReport {
  /** Messages of the sources that were not, or not completely, imported. */
  readonly failures: readonly string[];
  /** Number of warnings about the imported sources. */
  readonly warnings: number;
  /** Path of the site configuration beside an SQLite file. Undefined if there is none. */
  readonly site: string | undefined;
  /** Site configuration of the imported wiki. Undefined if no source contains one. */
  readonly description?: unknown;
  /** False if the database contains nothing to serve. */
  readonly hasContent: boolean;
}

/**
 * Imports files, folders, URLs or standard input (`-`) into the database at `address`. An interrupted import resumes, and a newer dump adds
 * its changes. Rejects with a `DatabaseUnusableError`, `DatabaseBusyError` or `NoRoomError`.
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
  const downloaded = new Downloads(downloads, progress, options.input, options);
  const unpacked = new UnpackedFiles(downloads, progress);
  try {
    const files: string[] = [];
    for (const path of paths) {
      const file = await attempt(shownName(path), () => downloaded.take(path));
      if (file !== undefined) files.push(file);
    }
    const sources = await findSources(files, unpacked, (path, work) => attempt(shownName(path), work));
    warnSkipped(sources, progress);
    const report = hasAny(sources) ? await importFound(address, sources, options, attempt) : NOTHING;
    return { ...report, failures: [...failures] };
  } finally {
    await unpacked.clear();
    await downloaded.clear(failures.size === 0);
  }
}

const shownName = (source: string): string => (source === STANDARD_INPUT ? 'standard input' : basename(source));

const hasAny = ({ dumps, databases, uploads }: ImportSources): boolean => dumps.length + databases.length + uploads.length > 0;

type Imported = Omit<ImportReport, 'failures'>;
const NOTHING: Imported = { warnings: 0, site: undefined, hasContent: false };

function warnSkipped({ skipped }: ImportSources, progress: ImportOptions['progress']): void {
  if (skipped.length === 0) return;
  const more = skipped.length > SHOWN ? ` And ${skipped.length - SHOWN} more.` : '';
  progress.warn(`Skipped: ${skipped.slice(0, SHOWN).join(' ')}${more}`);
}
const SHOWN = 10;

/** Imports with the writer lock. After a conflict with another transaction, the import resumes after its last committed transaction. */
async function importFound(
  address: string,
  sources: ImportSources,
  options: ImportOptions,
  attempt: ImportContext['attempt'],
): Promise<Imported> {
  const target = await ImportTarget.prepare(address, options.images);
  return withWriterLock(address, options, signal =>
    retryConflicts(() => importLocked(address, target.refresh(), signal, sources, options, attempt)),
  );
}

async function importLocked(
  address: string,
  target: ImportTarget,
  signal: AbortSignal,
  sources: ImportSources,
  options: ImportOptions,
  attempt: ImportContext['attempt'],
): Promise<Imported> {
  const { prefix = '', without = new Set() } = options;
  let hasContent = true;
  let warnings = 0;
  let database: WikiDatabase | undefined;
  let description: WikiDescription | undefined;
  try {
    const isCopied = await copyDatabases(sources.databases, target, options.progress, attempt);
    hasContent = isCopied || sources.dumps.length + sources.uploads.length > 0;
    if (!hasContent) return NOTHING;
    database = await open(address, { writable: true, single: true, prefix });
    const opened = database;
    signal.addEventListener('abort', () => void opened.close());
    growHeap(false);
    await keepJournal(database, true);
    if (!isCopied) await prepareTables(database, prefix);
    const checkpoints = await Checkpoints.open(database, prefix);
    if (target.isNew && !isCopied) await checkpoints.write(UNFINISHED, {});
    description = await WikiDescription.read(checkpoints, target.file, options);
    const context = createContext({ database, checkpoints, description, options, attempt, onWarning: () => warnings++ });
    for (const source of sources.descriptions) await attempt(nameOf(source), () => readDescription(source, context));
    if (isCopied) {
      const dropped = await dropUnsafeFiles(database, prefix);
      if (dropped > 0)
        context.warn('uploaded files', `Skipped ${countText(dropped, 'rows')} because their names are not valid file names.`);
      for (const table of ['image', 'oldimage']) await noteImportedTable(context, table);
    }
    await importDumps(sources.dumps, context, isCopied ? rejectMixed : undefined);
    if (target.images !== undefined && sources.uploads.length > 0) {
      const { importUploads } = await import('./uploads/import.ts');
      await importUploads(sources, target.images, context);
    }
    hasContent = !target.isNew || isCopied || (await hasRows(context));
    if (hasContent && !isCopied) {
      await settleSqlDumps(context);
      await completeTables(database, prefix);
      const imported = await importedTables(context);
      if (await hasRow(context, 'logging')) {
        const { followLog } = await import('./write/follow-log.ts');
        await followLog(context);
      }
      await deriveTables(address, context, { without, imported });
      await warnUnknownPrefixes(context, { without, imported });
      await warnUnknownNamespaces(context);
      await countTotals(database, prefix, await context.site(), imported);
      if (!without.has('search')) await buildSearchIndex(context, target.file);
      await checkpoints.remove(UNFINISHED);
    }
  } catch (error) {
    throw noRoom(error) ?? error;
  } finally {
    if (database) await keepJournal(database, false).catch(() => undefined);
    await database?.close();
    growHeap(true);
    if (!hasContent) await target.clear();
  }
  const site = target.file && siteFileOf(target.file);
  return { warnings, site: site !== undefined && existsSync(site) ? site : undefined, description: description?.known, hasContent };
}

async function importDumps(dumps: readonly Dump[], context: ImportContext, reject: (() => Promise<void>) | undefined): Promise<void> {
  const xml = new XmlImport(context);
  const formats: Readonly<Record<Dump['format'], (place: DumpLocation) => Promise<void>>> = {
    xml: place => xml.import(place),
    sql(place) {
      xml.forget();
      return importSqlDump(place, context);
    },
  };
  try {
    for (const { place, format } of dumps) await context.attempt(nameOf(place), reject ?? (() => formats[format](place)));
  } finally {
    await xml.close();
  }
}

const rejectMixed = (): Promise<void> =>
  Promise.reject(new SourceError('A dump cannot be added to an imported SQLite database. Import the dump into another database.'));

const MAX_DESCRIPTION = 32 << 20;

/** Reads a saved site configuration. It has priority over the headers of dumps, because it is more complete. */
async function readDescription(place: DumpLocation, context: ImportContext): Promise<void> {
  const text = new TextDecoder().decode(await firstContent(place, MAX_DESCRIPTION));
  let description: object | undefined;
  try {
    description = modernDescription(parseJson(text));
    if (description) readSite(description, {}, []);
  } catch (error) {
    context.warn(nameOf(place), `The site configuration is unreadable and is skipped (${messageOf(error)}).`);
    return;
  }
  if (description) await context.describe(description);
}

async function hasRows(context: ImportContext): Promise<boolean> {
  if ((await importedTables(context)).size > 0) return true;
  const found = await Promise.all((['page', 'logging', 'image'] as const).map(table => hasRow(context, table)));
  return found.includes(true);
}

async function hasRow({ database, options }: ImportContext, table: 'page' | 'logging' | 'image'): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(`${options.prefix ?? ''}${table}`)} limit 1`.execute(database.db);
  return rows.length > 0;
}

/** Thrown if the disk of the database is full. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Returns an error if the disk is full, according to errors of SQLite, MariaDB (1021, 1114), PostgreSQL (53100) or the file system. */
export function noRoom(error: unknown): NoRoomError | undefined {
  const { code, errno, message } = (error ?? {}) as { readonly code?: unknown; readonly errno?: unknown; readonly message?: string };
  const isFull =
    /^(?:SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE|ENOSPC|EFBIG|EDQUOT|53100)$/.test(String(code)) ||
    errno === 1021 ||
    errno === 1114;
  if (!isFull) return undefined;
  return new NoRoomError(`The disk of the database is full (${message}). Free some space and import again to resume.`, {
    cause: error,
  });
}

/** Limits the growth of V8's heap during an import: the rows of a batch survive collections. The values 2 and 0 are V8's defaults. */
function growHeap(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  setFlagsFromString(`--heap-growing-percent=${mayGrow ? 0 : 50}`);
  setFlagsFromString(`--min-semi-space-size=${mayGrow ? 0 : 8}`);
}
