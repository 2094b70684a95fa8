import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { parseJson } from '@wikiquery/client/fetch';
import { DatabaseUnusableError, serverAddress, withoutPassword } from '@wikiquery/database';
import type { Step } from '@wikiquery/dumps';
import { decodePath, localName } from '@wikiquery/file-storage';
import { print, printError } from '@wikiquery/hardening';
import { isSameWiki, SiteError, sqliteFileOf, whichWiki } from '@wikiquery/site';
import { integer, listOf } from '../config/setting-kinds.ts';
import type { Settings } from '../config/settings.ts';
import { noteContact, pauseReporter, userAgentOf } from '../config/user-agent.ts';
import type { App } from '../plugins/server-extension.ts';
import { oneLine, StartError } from '../start-error.ts';
import { indexOptions } from './index-options.ts';
import { program } from './program-name.ts';

/** Flags of `wikiquery import` besides the settings. */
export const IMPORT_FLAGS = {
  namespaces: { type: 'string' },
  limit: { type: 'string' },
  without: { type: 'string', multiple: true },
  'any-wiki': { type: 'boolean' },
  derive: { type: 'string', multiple: true },
} as const;

/**
 * Imports dumps into a database. `given`: arguments for helper processes. Returns the exit code: 1 if a dump could not be read completely.
 */
export async function importDumps(
  sources: readonly string[],
  settings: Settings,
  flags: Readonly<Record<string, unknown>>,
  app: App,
  given: readonly string[],
): Promise<number> {
  if (sources.length === 0) throw new StartError(['import needs a source: a file, a folder, an address, or - for standard input.']);
  const missing = sources.filter(source => source !== '-' && !isAddress(source) && !existsSync(source));
  if (missing.length > 0) throw new StartError(missing.map(source => `There is no file ${source} to import. Check the path.`));
  const database = settings.database ?? placeOf(sources, settings.data);
  const { failures, warnings, hasContent } = await runImport(app, sources, { ...settings, database }, await readFlags(flags));
  for (const failure of failures) printError(`wikiquery: ${failure}`);
  const derived = ((flags.derive ?? []) as readonly string[]).flatMap(names => names.split(','));
  if (hasContent && derived.length > 0)
    await (await import('./derive.ts')).derive(app, derived, { ...settings, database }, [
      ...['derive', ...derived, ...given],
      // The password in a configured address must not be in the arguments, which all users of the machine can see.
      ...(settings.database === undefined ? [`--database=${database}`] : []),
    ]);
  if (warnings > 0) printError(`wikiquery: There were ${warnings} warnings, see above.`);
  const site = settings.site ?? savedSite(database, settings);
  if (hasContent)
    print(`Serve it with: ${program()} serve --database ${withoutPassword(database)}${site === undefined ? '' : ` --site ${site}`}`);
  return failures.length > 0 ? 1 : 0;
}

/** Imports the dumps of the setting `import` unless they were imported before. Returns the settings with the target database. */
export async function withImport(app: App, settings: Settings): Promise<Settings> {
  if (settings.import.length === 0) return settings;
  const { failures } = await runImport(app, settings.import, { ...settings, ...afterImport(settings), site: settings.site }, {});
  if (failures.length > 0) throw new StartError(failures);
  return afterImport(settings);
}

/** Returns the settings that `withImport` would return, without importing. */
export function afterImport(settings: Settings): Settings {
  if (settings.import.length === 0) return settings;
  const database = settings.database ?? placeOf(settings.import, settings.data);
  return { ...settings, database, site: settings.site ?? savedSite(database, settings) };
}

type Place = Pick<Settings, 'data' | 'tablePrefix'>;

/** Returns the file of the site configuration of a wiki that was imported into a database server. */
function siteFileFor(database: string, { data, tablePrefix }: Place): string | undefined {
  if (sqliteFileOf(database) !== undefined) return undefined;
  const { hostname, pathname, searchParams } = serverAddress(database);
  const names = [hostname, decodePath(pathname.slice(1)), searchParams.get('schema'), tablePrefix].filter(Boolean);
  return join(data, 'imports', `${localName(names.join('-'), 'wiki')}.site.json`);
}

function savedSite(database: string, place: Place): string | undefined {
  const path = siteFileFor(database, place);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** Saves the site configuration of a wiki in a database server, unless the file already describes this wiki: it may have been edited. */
export async function saveSite(database: string, description: unknown, place: Place): Promise<void> {
  const path = siteFileFor(database, place);
  if (path === undefined || description === undefined) return;
  if (existsSync(path) && isSameWiki(whichWiki(parseJson(await readFile(path, 'utf8'))), whichWiki(description))) return;
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(description, undefined, 1)}\n`);
  await rename(draft, path);
}

/** Returns the default target of an import, whose folder has the name of the first source. */
function placeOf([first = '']: readonly string[], data: string): string {
  const base = isAddress(first) ? decodePath(posix.basename(URL.parse(first)?.pathname ?? '')) : basename(resolve(first));
  const name = first === '-' ? 'standard-input' : base.replace(/\.(?:xml|sql|7z|zip|tar|tgz|bz2|gz|xz|zst|sqlite3?|db)\b.*$/, '');
  return `sqlite:${join(data, 'imports', localName(name, 'wiki'), 'wiki.sqlite')}`;
}

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

interface ImportFlags {
  readonly namespaces?: readonly number[];
  readonly limit?: number;
  readonly without?: ReadonlySet<Step>;
  readonly anyWiki?: boolean;
}

async function runImport(
  app: App,
  sources: readonly string[],
  { database = '', tablePrefix, searchIndex, site, wiki, images, data, contact }: Settings,
  flags: ImportFlags,
) {
  const { importSources, NoRoomError, terminalProgress } = await import('@wikiquery/dumps');
  const progress = terminalProgress();
  for (const source of sources.filter(isAddress)) noteContact({ contact }, source);
  try {
    const report = await importSources(database, sources, {
      ...flags,
      prefix: tablePrefix,
      configuration: wiki,
      downloads: join(data, 'downloads'),
      userAgent: userAgentOf({ contact }, 'import'),
      onPause: pauseReporter(text => progress.warn(text)),
      ...(images !== undefined && { images }),
      progress,
      ...(await indexOptions(app, searchIndex)),
      ...(site !== undefined && { site: parseJson(await readFile(site, 'utf8')) }),
    });
    if (site === undefined && report.hasContent) await saveSite(database, report.description, { data, tablePrefix });
    return report;
  } catch (error) {
    if (
      error instanceof DatabaseUnusableError ||
      error instanceof SiteError ||
      error instanceof SyntaxError ||
      error instanceof NoRoomError
    )
      throw new StartError([oneLine(error)]);
    throw error;
  }
}

/** Reads the flag `--without`, and adds its problems to `problems`. */
export async function withoutSteps(flags: Readonly<Record<string, unknown>>, problems: string[]): Promise<ReadonlySet<Step>> {
  const { STEPS } = await import('@wikiquery/dumps');
  const without = new Set(((flags.without ?? []) as readonly string[]).flatMap(each => each.split(',') as Step[]));
  const unknown = [...without].filter(step => !STEPS.includes(step));
  if (unknown.length > 0) problems.push(`--without must be ${STEPS.join(' or ')}, not ${unknown.join(', ')}.`);
  return without;
}

async function readFlags(flags: Readonly<Record<string, unknown>>): Promise<ImportFlags> {
  const problems: string[] = [];
  const read = <T>(name: keyof typeof IMPORT_FLAGS, kind: { read(value: unknown, folder: string): T }): T | undefined => {
    try {
      return flags[name] === undefined ? undefined : kind.read(flags[name], '');
    } catch (error) {
      problems.push(`--${name} ${oneLine(error)}.`);
      return undefined;
    }
  };
  const namespaces = read('namespaces', listOf(integer('N', 0, 65_535)));
  const limit = read('limit', integer('N', 1, Number.MAX_SAFE_INTEGER));
  const without = await withoutSteps(flags, problems);
  if (problems.length > 0) throw new StartError(problems);
  return { ...(namespaces && { namespaces }), ...(limit !== undefined && { limit }), without, anyWiki: flags['any-wiki'] === true };
}
