import type { Site } from '@wikiquery/core';
import { type AnyModule, extensionsOf, ofExtensions } from '@wikiquery/core/host';
import {
  DatabaseUnusableError,
  open,
  type Past,
  PRIVATE,
  SERVER_REQUIREMENTS,
  type Statement,
  tableOf,
  type WikiDatabase,
} from '@wikiquery/database';
import type { Settings } from '../config/settings.ts';
import { type ProcessGroup, SUSPECT } from '../lifecycle/process-group.ts';
import { log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { RequestTrace } from '../observability/request-trace.ts';
import type { Discovered } from '../plugins/discovery.ts';
import { describeLack, lackOf, type ModuleNeeds, readBy } from '../plugins/table-requirements.ts';
import { oneLine } from '../start-error.ts';
import { sharedTablesOf } from './shared-tables.ts';

/** What a database is opened for. */
interface Opening {
  /** Of the wiki, where a server has many: threads are then started when they are needed. */
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
 * The modules that the wiki has and the database has enough for. What that lacks is noted, or a problem where it is no private data, nothing of an extension,
 * nothing that a later release of MediaWiki dropped, and nobody asked for leniency.
 */
export function servedBy(
  database: WikiDatabase | undefined,
  site: Pick<Site, 'extensions'> | undefined,
  { discovered, settings }: Serving,
  problems: string[],
) {
  const { needs } = discovered;
  const registry = ofExtensions(discovered.registry, site ?? { extensions: undefined });
  const lack = lackOf(registry, needs, names => database?.lacking(names) ?? []);
  const isPrivate = (names: readonly string[]): boolean => names.every(name => PRIVATE.has(name) || PRIVATE.has(tableOf(name)));
  const isLater = database?.layout.isLater ?? false;
  const unforeseen =
    settings.lenient || isLater
      ? []
      : [...lack.leftOut].filter(([module, names]) => !isPrivate(names) && extensionsOf(module).length === 0);
  if (unforeseen.length > 0) problems.push(...describeLack({ leftOut: new Map(unforeseen), without: NOTHING }));
  const dropped = isLater ? (database?.lacking(SERVER_REQUIREMENTS.needed) ?? []) : [];
  if (dropped.length > 0) problems.push(`Nothing can be answered without ${dropped.join(', ')}: everything needs that.`);
  // Where nobody told what the wiki has, the tables tell: an extension without its own is not installed.
  const isGuessed = (module: AnyModule): boolean => site?.extensions === undefined && extensionsOf(module).length > 0;
  const [guessed = [], certain = []] = [true, false].map(is => [...lack.leftOut].filter(([module]) => isGuessed(module) === is));
  const leftOut = describeLack({ leftOut: new Map(certain), without: NOTHING });
  const notInstalled = describeLack({ leftOut: new Map(guessed), without: NOTHING });
  const left = new Set(Array.from(lack.leftOut.keys(), ({ name }) => name));
  const notes = [...(database && isLater ? [laterRelease(database)] : []), ...describeLack({ ...lack, leftOut: new Map(certain) })];
  return { modules: new Map([...discovered.registry].filter(([name]) => !left.has(name))), leftOut, notInstalled, notes };
}

function laterRelease({ layout: { release, unknown } }: WikiDatabase): string {
  const news = unknown.length > 0 ? `: nothing of ${unknown.join(', ')} is shown` : '';
  return `The tables are of a release of MediaWiki after ${release}, the newest that is known here${news}.`;
}

const NOTHING: ReadonlyMap<AnyModule, readonly string[]> = new Map();

/** Private data may be missing, and whatever nobody reads; with leniency also what only modules need. */
export async function openDatabase(settings: Settings, past: Past | undefined, lasting: Opening): Promise<WikiDatabase> {
  const { registry, needs } = lasting.discovered;
  const reads = readBy(registry, SERVER_REQUIREMENTS, needs);
  const tables = reads && new Set(Array.from(reads, tableOf));
  const dispensable = new Set(PRIVATE);
  for (;;) {
    try {
      return await openWith(settings, tables, dispensable, past, lasting);
    } catch (error) {
      if (!(error instanceof DatabaseUnusableError)) throw error;
      const missing = error.missing.filter(name => !dispensable.has(name));
      if (missing.length === 0 || !missing.every(name => canBeSpared(name, settings.lenient, needs))) throw error;
      for (const name of missing) dispensable.add(name);
    }
  }
}

function canBeSpared(name: string, isLenient: boolean, needs: ModuleNeeds): boolean {
  const isNeeded = (needed: ReadonlySet<string>): boolean =>
    needed.has(name) || needed.has(tableOf(name)) || (!name.includes('.') && [...needed].some(need => tableOf(need) === name));
  if (isNeeded(SERVER_REQUIREMENTS.needed)) return false;
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
    maxLag,
    // The server's own limit is for the case that this process cannot end a statement any more.
    statementLimit: deadline + 1000,
    tables,
    dispensable,
    // Of many, each has less.
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
      // Values are bound, not in the text: it tells nothing about anybody.
      log('warning', 'slow-statement', { ...of, milliseconds: Math.round(milliseconds), sql: statement.sql.slice(0, 2000) });
    },
  });
}
