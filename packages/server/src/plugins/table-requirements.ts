import type { AnyAction, AnyModule, AnyPlugin, AnyRoute, Plugins } from '@wikiquery/core/host';
import { CREDENTIAL_COLUMNS, PRIVATE_COLUMNS, type TableRequirements, tableOf } from '@wikiquery/database';

/** The plugins that can read the database. Formats cannot. */
export type DatabaseReader = AnyModule | AnyAction | AnyRoute;

export const databaseReaders = ({ registry, actions, routes }: Omit<Plugins, 'formats'>): DatabaseReader[] => [
  ...registry.values(),
  ...actions.values(),
  ...routes.values(),
];

/** Table requirements by `group=name` of the plugin; undefined for a plugin whose package declares none. */
export type PluginNeeds = ReadonlyMap<string, TableRequirements | undefined>;

/** Returns the key of a plugin in `PluginNeeds`, which is also its name in messages. */
export const fullName = ({ group, name }: Pick<AnyPlugin, 'group' | 'name'>): string => `${group}=${name}`;

/** Returns all tables and columns that the server, the plugins and `besides` read; undefined if one of them declares none. */
export function readBy(
  server: TableRequirements,
  plugins: PluginNeeds,
  besides: readonly TableRequirements[] = [],
): ReadonlySet<string> | undefined {
  const all = [server, ...besides, ...plugins.values()];
  return all.every(needs => needs !== undefined) ? new Set(all.flatMap(({ needed, optional }) => [...needed, ...optional])) : undefined;
}

/** Requirements without the columns that an account should not read. */
export interface WithoutCredentials {
  readonly needs: PluginNeeds;
  /** The removed columns, by `GROUP=NAME`. */
  readonly withheld: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Removes the optional private columns of plugins whose optional columns include passwords or tokens. Such a plugin works without them. */
export function withoutCredentials(plugins: PluginNeeds): WithoutCredentials {
  const withheld = new Map<string, ReadonlySet<string>>();
  const needs = Array.from(plugins, ([name, own]) => {
    if (!own || own.optional.isDisjointFrom(CREDENTIAL_COLUMNS)) return [name, own] as const;
    withheld.set(name, own.optional.intersection(PRIVATE_COLUMNS));
    return [name, { ...own, optional: own.optional.difference(PRIVATE_COLUMNS) }] as const;
  });
  return { needs: new Map(needs), withheld };
}

/** Tables and columns that the database lacks, by the plugins that read them. */
export interface Lack {
  /** Plugins that cannot work. */
  readonly leftOut: ReadonlyMap<DatabaseReader, readonly string[]>;
  /** Plugins that work, because they read the missing tables and columns as empty. */
  readonly without: ReadonlyMap<DatabaseReader, readonly string[]>;
}

export function lackOf(
  plugins: readonly DatabaseReader[],
  needs: PluginNeeds,
  lacking: (names: Iterable<string>) => readonly string[],
): Lack {
  const leftOut = new Map<DatabaseReader, readonly string[]>();
  const without = new Map<DatabaseReader, readonly string[]>();
  // The columns of a missing table are not listed.
  const shortly = (names: Iterable<string>): string[] => {
    const missing = lacking(names);
    const gone = new Set(lacking(new Set(missing.map(tableOf))));
    return [...new Set(missing.map(name => (gone.has(tableOf(name)) ? tableOf(name) : name)))].sort();
  };
  for (const plugin of plugins) {
    const { needed, optional } = needs.get(fullName(plugin)) ?? { needed: [], optional: [] };
    const missing = shortly(needed);
    const spared = shortly(optional);
    if (missing.length > 0) leftOut.set(plugin, missing);
    else if (spared.length > 0) without.set(plugin, spared);
  }
  return { leftOut, without };
}

/** Describes each plugin with missing tables or columns in one line. */
export const describeLack = ({ leftOut, without }: Lack): string[] => [
  ...lines(leftOut, (name, missing) => `${name} is left out: the database has no ${missing}.`),
  ...lines(without, (name, missing) => `${name} works without ${missing}, which the database lacks.`),
];

/** Describes each plugin that keeps the server from starting in one line. */
export const describeRequired = (lacking: Lack['leftOut']): string[] =>
  Array.from(lacking, ([plugin, missing]) => {
    const names = missing.map(each => `the ${each.includes('.') ? 'column' : 'table'} ${each}`);
    return `${fullName(plugin)} needs ${names.join(', ')}, which the database lacks. With --lenient, the server starts without the ${nounFor(plugin)}.`;
  }).sort();

const nounFor = ({ group }: DatabaseReader): string => (group === 'action' ? 'action' : group === 'rest' ? 'route' : 'module');

const lines = (plugins: Lack['leftOut'], line: (name: string, missing: string) => string): string[] =>
  Array.from(plugins, ([plugin, missing]) => line(fullName(plugin), missing.join(', '))).sort();

/** Describes each incomplete table in one line, with the plugins that need it. */
export function describeMissing(missing: readonly string[], server: TableRequirements, plugins: PluginNeeds): string[] {
  return [...Map.groupBy(missing, tableOf)].map(([table, names]) => {
    const isNeededBy = (needs: TableRequirements | undefined): boolean =>
      needs === undefined ||
      names.some(name => [...needs.needed].some(need => need === name || (tableOf(need) === table && isTable(name, need))));
    if (isNeededBy(server)) return `Every request needs ${table}.`;
    const users = [...plugins].flatMap(([name, needs]) => (isNeededBy(needs) ? [name] : []));
    return `${table} is needed by ${users.sort().join(', ') || 'no installed plugin'}.`;
  });
}

/** Whether one of the names is a table, not a column. */
const isTable = (name: string, need: string): boolean => !name.includes('.') || !need.includes('.');
