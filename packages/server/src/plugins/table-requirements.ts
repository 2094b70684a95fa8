import type { AnyModule, Registry } from '@wikiquery/core/host';
import { CREDENTIAL_COLUMNS, PRIVATE_COLUMNS, type TableRequirements, tableOf } from '@wikiquery/database';

/** Table requirements by module name; undefined for a module whose package declares none. */
export type ModuleNeeds = ReadonlyMap<string, TableRequirements | undefined>;

/** Returns all tables and columns that the server, these modules and `besides` read; undefined if one of them declares none. */
export function readBy(
  registry: Registry,
  server: TableRequirements,
  modules: ModuleNeeds,
  besides: readonly (TableRequirements | undefined)[] = [],
): ReadonlySet<string> | undefined {
  const all = [server, ...besides, ...Array.from(registry.keys(), name => modules.get(name))];
  return all.every(needs => needs !== undefined) ? new Set(all.flatMap(({ needed, optional }) => [...needed, ...optional])) : undefined;
}

/** Requirements without the columns that an account should not read. */
export interface WithoutCredentials {
  readonly needs: ModuleNeeds;
  /** The removed columns, by `GROUP=NAME`. */
  readonly withheld: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Removes the optional private columns of modules whose optional columns include passwords or tokens. Such a module works without them. */
export function withoutCredentials(registry: Registry, modules: ModuleNeeds): WithoutCredentials {
  const withheld = new Map<string, ReadonlySet<string>>();
  const needs = Array.from(modules, ([name, own]) => {
    const module = registry.get(name);
    if (!own || !module || own.optional.isDisjointFrom(CREDENTIAL_COLUMNS)) return [name, own] as const;
    withheld.set(`${module.group}=${name}`, own.optional.intersection(PRIVATE_COLUMNS));
    return [name, { ...own, optional: own.optional.difference(PRIVATE_COLUMNS) }] as const;
  });
  return { needs: new Map(needs), withheld };
}

/** Tables and columns that the database lacks, by the modules that read them. */
export interface Lack {
  /** Modules that cannot work. */
  readonly leftOut: ReadonlyMap<AnyModule, readonly string[]>;
  /** Modules that work, because they read the missing tables and columns as empty. */
  readonly without: ReadonlyMap<AnyModule, readonly string[]>;
}

export function lackOf(registry: Registry, modules: ModuleNeeds, lacking: (names: Iterable<string>) => readonly string[]): Lack {
  const leftOut = new Map<AnyModule, readonly string[]>();
  const without = new Map<AnyModule, readonly string[]>();
  // The columns of a missing table are not listed.
  const shortly = (names: Iterable<string>): string[] => {
    const missing = lacking(names);
    const gone = new Set(lacking(new Set(missing.map(tableOf))));
    return [...new Set(missing.map(name => (gone.has(tableOf(name)) ? tableOf(name) : name)))].sort();
  };
  for (const module of registry.values()) {
    const { needed, optional } = modules.get(module.name) ?? { needed: [], optional: [] };
    const missing = shortly(needed);
    const spared = shortly(optional);
    if (missing.length > 0) leftOut.set(module, missing);
    else if (spared.length > 0) without.set(module, spared);
  }
  return { leftOut, without };
}

/** Describes each module with missing tables or columns in one line. */
export const describeLack = ({ leftOut, without }: Lack): string[] => [
  ...lines(leftOut, (name, missing) => `${name} is left out: the database has no ${missing}.`),
  ...lines(without, (name, missing) => `${name} works without ${missing}, which the database lacks.`),
];

/** Describes each module that keeps the server from starting in one line. */
export const describeRequired = (lacking: Lack['leftOut']): string[] =>
  Array.from(lacking, ([{ group, name }, missing]) => {
    const names = missing.map(each => `the ${each.includes('.') ? 'column' : 'table'} ${each}`);
    return `${group}=${name} needs ${names.join(', ')}, which the database lacks. With --lenient, the server starts without the module.`;
  }).sort();

const lines = (modules: ReadonlyMap<AnyModule, readonly string[]>, line: (name: string, missing: string) => string): string[] =>
  Array.from(modules, ([{ group, name }, missing]) => line(`${group}=${name}`, missing.join(', '))).sort();

/** Describes each incomplete table in one line, with the modules that need it. */
export function describeMissing(missing: readonly string[], registry: Registry, server: TableRequirements, modules: ModuleNeeds): string[] {
  return [...Map.groupBy(missing, tableOf)].map(([table, names]) => {
    const isNeededBy = (needs: TableRequirements | undefined): boolean =>
      needs === undefined ||
      names.some(name => [...needs.needed].some(need => need === name || (tableOf(need) === table && isTable(name, need))));
    if (isNeededBy(server)) return `Every request needs ${table}.`;
    const users = [...registry.values()].filter(({ name }) => isNeededBy(modules.get(name)));
    return `${table} is needed by ${
      users
        .map(({ group, name }) => `${group}=${name}`)
        .sort()
        .join(', ') || 'no installed module'
    }.`;
  });
}

/** Whether one of the names is a table, not a column. */
const isTable = (name: string, need: string): boolean => !name.includes('.') || !need.includes('.');
