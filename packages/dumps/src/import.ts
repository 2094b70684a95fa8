import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Configuration, Site } from '@wikiquery/core';
import { keepJournal, open, type WikiDatabase } from '@wikiquery/database';
import { type InterwikiRow, readSite } from '@wikiquery/site';
import { deriveTables } from './derive/index.ts';
import { firstText } from './input/first-text.ts';
import type { Problem } from './items.ts';
import type { Progress } from './progress.ts';
import { importSqlDump, isSqlDump, settleSqlDumps, turnOf } from './sql-dumps/index.ts';
import { Checkpoints } from './write/checkpoints.ts';
import { givenTables } from './write/given-tables.ts';
import { completeTables, prepareTables } from './write/tables.ts';
import { countTotals } from './write/totals.ts';
import { importXml } from './xml/import.ts';

/** What an import may leave out. */
export const STEPS = ['links', 'search'] as const;
export type Step = (typeof STEPS)[number];

export interface ImportOptions {
  /** Put before the name of every table. */
  readonly prefix?: string;
  /** A saved siteinfo; without one the dump describes its wiki. */
  readonly site?: unknown;
  /** What the description does not tell. */
  readonly configuration?: Partial<Configuration>;
  /** Ids of the namespaces to import. */
  readonly namespaces?: readonly number[];
  /** Most pages, or log entries, of each dump. */
  readonly limit?: number;
  readonly without?: ReadonlySet<Step>;
  readonly progress: Progress;
}

/** What an import did. */
export interface ImportReport {
  /** Problems that ended the reading of a source too early. */
  readonly failures: readonly string[];
  readonly warnings: number;
  /** Where the description of the wiki was saved. */
  readonly site: string | undefined;
}

/** What the import of a source works with. */
export interface ImportContext {
  readonly database: WikiDatabase;
  readonly checkpoints: Checkpoints;
  readonly options: ImportOptions;
  /** The wiki as far as somebody described it. */
  readonly site: () => Promise<Site>;
  /** What `readSite` needs to make it once more, in another thread. */
  readonly siteSource: () => Promise<SiteSource>;
  /** To be called with the description that a source holds. */
  describe(description: object): Promise<void>;
  warn(source: string, problem: Problem | string): void;
  /** Does something with a source; where that has to stop, it is told, and the import goes on. */
  attempt<T>(source: string, work: () => Promise<T>): Promise<T | undefined>;
}

/** Parameters of `readSite`. */
export type SiteSource = readonly [description: unknown, configuration: Partial<Configuration>, interwikis: readonly InterwikiRow[]];

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

/** The reading of a source ended too early; what came before is kept. */
export class SourceError extends Error {}

/**
 * Imports dumps into a database, which is made when it is empty. What was imported before is known: an import that was ended goes on where it was,
 * and a newer dump of the same wiki adds what is new.
 */
export async function importSources(address: string, paths: readonly string[], options: ImportOptions): Promise<ImportReport> {
  const { progress, prefix = '', without = new Set() } = options;
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(address)?.[1];
  if (file !== undefined) await mkdir(dirname(file), { recursive: true });
  const database = await open(address, { writable: true, single: true, prefix });
  const failures = new Set<string>();
  let warnings = 0;
  const sitePath = file === undefined ? undefined : join(dirname(file), 'site.json');
  let description: unknown = options.site ?? (await savedDescription(sitePath));
  try {
    growHeap(false);
    await keepJournal(database, true);
    await prepareTables(database, prefix);
    const checkpoints = await Checkpoints.open(database, prefix);
    description ??= await checkpoints.read<{ description: object }>(DESCRIPTION).then(state => state?.description);
    const context: ImportContext = {
      database,
      checkpoints,
      options,
      site: async () => readSite(...(await context.siteSource())),
      siteSource: async () => [
        description ?? {},
        options.configuration ?? {},
        await database.db.selectFrom('interwiki').selectAll().execute(),
      ],
      async describe(told) {
        if (description !== undefined) return;
        description = told;
        await checkpoints.write(DESCRIPTION, { description: told });
        if (sitePath !== undefined && !existsSync(sitePath)) await save(sitePath, told);
      },
      warn(source, problem) {
        warnings++;
        progress.warn(`${basename(source)}: ${typeof problem === 'string' ? problem : describeProblem(problem)}`);
      },
      async attempt(source, work) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          failures.add(`${basename(source)}: ${error.message}`);
          return undefined;
        }
      },
    };
    const sources: Source[] = [];
    for (const path of paths) {
      const source = await context.attempt(path, () => recognize(path));
      if (source) sources.push(source);
    }
    for (const { path, format } of sources.sort((a, b) => a.turn - b.turn)) {
      await context.attempt(path, () => format.import(path, context));
    }
    await settleSqlDumps(context);
    await completeTables(database, prefix);
    const given = await givenTables(context);
    await deriveTables(address, context, { without, given });
    await countTotals(database, await context.site(), given);
  } finally {
    growHeap(true);
    await keepJournal(database, false).catch(() => undefined);
    await database.close();
  }
  return { failures: [...failures], warnings, site: sitePath };
}

/**
 * The young generation of the heap doubles when much outlives a collection, up to 128 MB; the rows of a batch always do. What it has when an import
 * begins is enough. A thread would begin with a megabyte: it gets all that it may have at once. 2 and 0 are V8's own.
 */
function growHeap(mayGrow: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  setFlagsFromString(`--min-semi-space-size=${mayGrow ? 0 : 8}`);
}

/** The checkpoint with what a dump says of its wiki. */
const DESCRIPTION = '#description';

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

/** `at byte 1234, page "Heron": …` */
export const describeProblem = ({ message, offset, page }: Problem): string =>
  `at byte ${offset}${page === undefined ? '' : `, page "${page}"`}: ${message}`;

async function savedDescription(path: string | undefined): Promise<unknown> {
  return path !== undefined && existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined;
}

/** Whole or not at all. */
async function save(path: string, description: object): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 1)}\n`);
  await rename(draft, path);
}
