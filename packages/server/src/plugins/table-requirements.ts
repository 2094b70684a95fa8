import type { AnyModule, Registry } from '@wikiquery/core/host';
import { type TableRequirements, tableOf } from '@wikiquery/database';

/** Of each module; undefined where its package does not say. */
export type ModuleNeeds = ReadonlyMap<string, TableRequirements | undefined>;

/** Everything that these modules and the server read, and what is read besides; undefined when a module does not say what. */
export function readBy(
  registry: Registry,
  server: TableRequirements,
  modules: ModuleNeeds,
  besides: readonly (TableRequirements | undefined)[] = [],
): ReadonlySet<string> | undefined {
  const all = [server, ...besides, ...Array.from(registry.keys(), name => modules.get(name))];
  return all.every(needs => needs !== undefined) ? new Set(all.flatMap(({ needed, optional }) => [...needed, ...optional])) : undefined;
}

/** What of the database the modules lack. */
export interface Lack {
  /** They cannot work: what each lacks. */
  readonly leftOut: ReadonlyMap<AnyModule, readonly string[]>;
  /** They can, as if it was empty. */
  readonly without: ReadonlyMap<AnyModule, readonly string[]>;
}

export function lackOf(registry: Registry, modules: ModuleNeeds, lacking: (names: Iterable<string>) => readonly string[]): Lack {
  const leftOut = new Map<AnyModule, readonly string[]>();
  const without = new Map<AnyModule, readonly string[]>();
  // Where a table is not there, its columns need not be named.
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

/** A line for each module. */
export const describeLack = ({ leftOut, without }: Lack): string[] => [
  ...lines(leftOut, (name, missing) => `${name} is left out: the database has no ${missing}.`),
  ...lines(without, (name, missing) => `${name} goes without ${missing}, which the database has not.`),
];

const lines = (modules: ReadonlyMap<AnyModule, readonly string[]>, line: (name: string, missing: string) => string): string[] =>
  Array.from(modules, ([{ group, name }, missing]) => line(`${group}=${name}`, missing.join(', '))).sort();

/** A line for each table of which something is missing, with the modules that need that. */
export function describeMissing(missing: readonly string[], registry: Registry, server: TableRequirements, modules: ModuleNeeds): string[] {
  return [...Map.groupBy(missing, tableOf)].map(([table, names]) => {
    const wants = (needs: TableRequirements | undefined): boolean =>
      needs === undefined ||
      names.some(name => [...needs.needed].some(need => need === name || (tableOf(need) === table && isTable(name, need))));
    if (wants(server)) return `Everything needs ${table}.`;
    const users = [...registry.values()].filter(({ name }) => wants(modules.get(name)));
    return `${table} is needed by ${
      users
        .map(({ group, name }) => `${group}=${name}`)
        .sort()
        .join(', ') || 'nothing that is installed'
    }.`;
  });
}

/** One of the two is the table itself. */
const isTable = (name: string, need: string): boolean => !name.includes('.') || !need.includes('.');
