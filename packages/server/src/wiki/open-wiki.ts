import { type HostSite, type Plugins, pluginsOfSite } from '@wikiquery/core/host';
import { DatabaseUnusableError, type Past, type WikiDatabase } from '@wikiquery/database';
import { SiteError } from '@wikiquery/site';
import { createGenders, type Genders } from '@wikiquery/users';
import { log } from '../observability/log.ts';
import { describeMissing } from '../plugins/table-requirements.ts';
import { secretKeyOf } from '../sessions/secret-key.ts';
import { oneLine, StartError } from '../start-error.ts';
import { unfinishedImport } from './imported.ts';
import { openDatabase, servedBy } from './open-database.ts';
import { repositoryAdvice } from './repositories.ts';
import { describeSite, withExtensions, withProvidedExtensions } from './site.ts';
import type { SiteFile } from './site-file.ts';
import type { WikiContext } from './wiki-context.ts';

/** The parts of a wiki that are loaded at startup. */
export interface OpenedWiki {
  readonly database: WikiDatabase;
  readonly genders: Genders;
  readonly site: HostSite;
  readonly siteFile: SiteFile | undefined;
  /** The plugins for the wiki's release and extensions, without plugins whose tables are missing. */
  readonly plugins: Plugins;
  readonly secretKey: string;
  readonly notes: StartNotes;
}

/** Notes about the startup, one line each. */
export interface StartNotes {
  /** Plugins with missing tables. */
  readonly leftOut: readonly string[];
  /** Plugins of extensions whose tables are missing, if the site configuration does not list extensions. */
  readonly notInstalled: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Opens the database and reads the site configuration. Rejects with a StartError that lists all problems. `past`: state of the previous
 * database file. `opened`: receives the resources that must be closed.
 */
export async function openWiki(opened: AsyncDisposableStack, past: Past | undefined, context: WikiContext): Promise<OpenedWiki> {
  const { settings, discovered } = context;
  const { problems: pluginProblems, serverNeeds, needs, extensions, ...installed } = discovered;
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  const problems = settings.lenient ? [] : [...pluginProblems];
  if (installed.formats.size === 0) problems.push('No format is installed. Add a package of the group format to the dependencies.');
  const database = await attempt(
    problems,
    () => openDatabase(settings, past, context),
    ({ missing }) => describeMissing(missing, serverNeeds, needs),
  );
  if (database) opened.defer(() => database.close());
  const genders = database && createGenders(database.db, { failed: error => log('warning', 'genders', { message: oneLine(error) }) });
  const described = await attempt(problems, () => describeSite(settings, { database, genders }, warn));
  const site =
    described && withProvidedExtensions(described.site, [...installed.registry.values(), ...installed.actions.values()], extensions);
  const { plugins: served, leftOut, notInstalled, notes } = servedBy(database, site, context, problems);
  warnings.push(...notes, ...repositoryAdvice(settings));
  const unfinished = database && (await unfinishedImport(database, settings.tablePrefix));
  if (unfinished) (past ? problems : warnings).push(unfinished);
  const secretKey = await attempt(problems, () => secretKeyOf(settings, warn));
  if (problems.length > 0 || !database || !genders || !site || !secretKey) throw new StartError(problems);

  const plugins = pluginsOfSite(served, site);
  return {
    database,
    genders,
    site: withExtensions(site, allOf(plugins)),
    siteFile: described.file,
    plugins,
    secretKey,
    notes: { leftOut, notInstalled, warnings: settings.lenient ? [...pluginProblems, ...warnings] : warnings },
  };
}

export const allOf = ({ registry, actions, formats, routes }: Plugins) => [
  ...registry.values(),
  ...actions.values(),
  ...formats.values(),
  ...routes.values(),
];

/** Continues after a failure that the operator can fix, so that all problems are reported at once. */
async function attempt<T>(
  problems: string[],
  work: () => Promise<T>,
  explain?: (error: DatabaseUnusableError) => readonly string[],
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) problems.push(...error.problems);
    else if (error instanceof DatabaseUnusableError) problems.push(oneLine(error), ...(explain?.(error) ?? []));
    else if (error instanceof SiteError || error instanceof RangeError) problems.push(oneLine(error));
    else throw error;
    return undefined;
  }
}
