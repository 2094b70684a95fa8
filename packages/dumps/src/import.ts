import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { keepJournal, open } from '@wikiquery/database';
import { readSite } from '@wikiquery/site';
import { describeProblem, type ImportContext, type ImportOptions, SourceError } from './context.ts';
import { deriveTables } from './derive/index.ts';
import { firstText } from './input/first-text.ts';
import { importSqlDump, isSqlDump, settleSqlDumps, turnOf } from './sql-dumps/index.ts';
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
  /** Where the description of the wiki was saved. */
  readonly site: string | undefined;
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

async function savedDescription(path: string | undefined): Promise<unknown> {
  return path !== undefined && existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined;
}

/** Whole or not at all. */
async function save(path: string, description: object): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 1)}\n`);
  await rename(draft, path);
}
