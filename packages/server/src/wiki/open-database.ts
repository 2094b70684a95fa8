import type { Site } from '@wikiquery/core';
import { extensionsOf, ofExtensions } from '@wikiquery/core/host';
import { DatabaseUnusableError, open, type Past, PRIVATE, type Statement, tableOf, type WikiDatabase } from '@wikiquery/database';
import type { Settings } from '../config/settings.ts';
import { type ProcessGroup, SUSPECT } from '../lifecycle/process-group.ts';
import { log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { RequestTrace } from '../observability/request-trace.ts';
import type { Discovered } from '../plugins/discovery.ts';
import {
  type DatabaseReader,
  databaseReaders,
  describeLack,
  describeRequired,
  fullName,
  lackOf,
  readBy,
} from '../plugins/table-requirements.ts';
import { oneLine } from '../start-error.ts';
import { sharedTablesOf } from './shared-tables.ts';

interface Opening {
  /** Name of the wiki in a farm. On SQLite, such a wiki has a smaller page cache, and ends idle threads earlier. */
  readonly name?: string | undefined;
  readonly discovered: Discovered;
  readonly metrics: Metrics;
  readonly statement?: ((statement: Statement) => void) | undefined;
  readonly group?: ProcessGroup | undefined;
}

interface Serving {
  readonly discovered: Discovered;
  readonly settings: Settings;
}

/**
 * Returns the plugins whose tables exist in the database. Adds missing tables to `problems`. They are only notes if they contain private
 * data or belong to an extension. The same applies if the database is of a later MediaWiki release, or if `lenient` is set.
 */
export function servedBy(
  database: WikiDatabase | undefined,
  site: Pick<Site, 'extensions'> | undefined,
  { discovered, settings }: Serving,
  problems: string[],
) {
  const { serverNeeds, needs } = discovered;
  const readers = new Map(databaseReaders(discovered).map(plugin => [fullName(plugin), plugin]));
  const provided = ofExtensions(readers, site ?? { extensions: undefined });
  const lack = lackOf([...provided.values()], needs, names => database?.lacking(names) ?? []);
  const isPrivate = (names: readonly string[]): boolean => names.every(name => PRIVATE.has(name) || PRIVATE.has(tableOf(name)));
  const isLater = database?.layout.isLater ?? false;
  const unforeseen =
    settings.lenient || isLater
      ? []
      : [...lack.leftOut].filter(([plugin, names]) => !isPrivate(names) && extensionsOf(plugin).length === 0);
  if (unforeseen.length > 0) problems.push(...describeRequired(new Map(unforeseen)));
  const dropped = isLater ? (database?.lacking(serverNeeds.needed) ?? []) : [];
  if (dropped.length > 0)
    problems.push(
      `The database lacks ${dropped.join(', ')}, which every request needs. Update wikiquery, or grant the account these tables.`,
    );
  // Without a list of extensions, missing tables mean that an extension is not installed.
  const isGuessed = (plugin: DatabaseReader): boolean => site?.extensions === undefined && extensionsOf(plugin).length > 0;
  const [guessed = [], certain = []] = [true, false].map(is => [...lack.leftOut].filter(([plugin]) => isGuessed(plugin) === is));
  const leftOut = describeLack({ leftOut: new Map(certain), without: NOTHING });
  const notInstalled = describeLack({ leftOut: new Map(guessed), without: NOTHING });
  const served = <P extends DatabaseReader>(plugins: ReadonlyMap<string, P>): ReadonlyMap<string, P> =>
    new Map([...plugins].filter(([, plugin]) => !lack.leftOut.has(plugin)));
  const notes = [...(database && isLater ? [laterRelease(database)] : []), ...describeLack({ ...lack, leftOut: new Map(certain) })];
  const { registry, actions, formats, routes } = discovered;
  const plugins = { registry: served(registry), actions: served(actions), formats, routes: served(routes) };
  return { plugins, leftOut, notInstalled, notes };
}

function laterRelease({ layout: { release, unknown } }: WikiDatabase): string {
  const ignored = unknown.length > 0 ? `. It ignores ${unknown.join(', ')}` : '';
  return `The tables are of a release of MediaWiki after ${release}, the newest that this version supports${ignored}.`;
}

const NOTHING: ReadonlyMap<DatabaseReader, readonly string[]> = new Map();

/** Opens the database. Private data and tables that nothing reads may be missing; with `lenient`, also tables that only plugins read. */
export async function openDatabase(settings: Settings, past: Past | undefined, opening: Opening): Promise<WikiDatabase> {
  const { serverNeeds, needs } = opening.discovered;
  const reads = readBy(serverNeeds, needs);
  const tables = reads && new Set(Array.from(reads, tableOf));
  const dispensable = new Set(PRIVATE);
  for (;;) {
    try {
      return await openWith(settings, tables, dispensable, past, opening);
    } catch (error) {
      if (!(error instanceof DatabaseUnusableError)) throw error;
      const missing = error.missing.filter(name => !dispensable.has(name));
      if (missing.length === 0 || !missing.every(name => canBeSpared(name, settings.lenient, opening.discovered))) throw error;
      for (const name of missing) dispensable.add(name);
    }
  }
}

function canBeSpared(name: string, isLenient: boolean, { serverNeeds, needs }: Pick<Discovered, 'serverNeeds' | 'needs'>): boolean {
  const isNeeded = (needed: ReadonlySet<string>): boolean =>
    needed.has(name) || needed.has(tableOf(name)) || (!name.includes('.') && [...needed].some(need => tableOf(need) === name));
  if (isNeeded(serverNeeds.needed)) return false;
  return isLenient || [...needs.values()].every(each => each !== undefined && !isNeeded(each.needed));
}

function openWith(
  { database = '', replicas, maxLag, tablePrefix, connections, deadline, slow, stores, legacyEncoding, ...common }: Settings,
  tables: ReadonlySet<string> | undefined,
  dispensable: ReadonlySet<string>,
  past: Past | undefined,
  { name, metrics, statement: tell, group }: Opening,
): Promise<WikiDatabase> {
  return open(database, {
    past,
    prefix: tablePrefix,
    shared: sharedTablesOf(common),
    replicas,
    maxLag: maxLag / 1000,
    // The database server's limit, in case this process can no longer cancel a statement.
    statementLimit: deadline + 1000,
    tables,
    dispensable,
    ...(name !== undefined && { cache: 8192, linger: 10_000 }),
    texts: {
      stores,
      legacyEncoding,
      onFailure: (store, error) => log('warning', 'store-failed', { store, message: oneLine(error) }),
    },
    onDamage: ({ sql, parameters }) => group?.publish(SUSPECT, { sql, parameters }),
    ...(connections !== undefined && { connections }),
    onStatement(statement, milliseconds, { observer }) {
      tell?.(statement);
      metrics.statement(milliseconds);
      const request = observer instanceof RequestTrace ? observer : undefined;
      request?.statementEnded(statement, milliseconds);
      if (milliseconds <= slow) return;
      metrics.slowStatement();
      const of = request && { request: request.id, module: request.run?.name };
      // The SQL text contains no values; values are bound as parameters.
      log('warning', 'slow-statement', { ...of, milliseconds: Math.round(milliseconds), sql: statement.sql.slice(0, 2000) });
    },
  });
}
