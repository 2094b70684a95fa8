import type { AnyModule, Registry } from '@wikiquery/core/host';

/** What is read of the database: tables, and columns as `table.column`. */
export interface Needs {
  /** Without any of these it cannot work. */
  readonly needed: ReadonlySet<string>;
  /** Without these it answers as if they were empty. */
  readonly optional: ReadonlySet<string>;
}

/** Of each module; undefined where its package does not say. */
export type ModuleNeeds = ReadonlyMap<string, Needs | undefined>;

/** As a package.json says it: `tables` are names of tables, or for each its columns; `optional` are names of either. */
export interface DeclaredNeeds {
  readonly tables?: readonly string[] | Readonly<Record<string, readonly string[] | true>>;
  readonly optional?: readonly string[];
}

export function needsOf({ tables, optional = [] }: DeclaredNeeds): Needs | undefined {
  if (tables === undefined) return undefined;
  const entries: readonly (readonly [string, readonly string[] | true])[] = isList(tables)
    ? tables.map(table => [table, true] as const)
    : Object.entries(tables);
  const all = entries.flatMap(([table, columns]) => (columns === true ? [table] : columns.map(column => `${table}.${column}`)));
  const spared = new Set(optional);
  const isSpared = (name: string): boolean => spared.has(name) || spared.has(tableOf(name));
  return { needed: new Set(all.filter(name => !isSpared(name))), optional: new Set(all.filter(isSpared)) };
}

const isList = (tables: NonNullable<DeclaredNeeds['tables']>): tables is readonly string[] => Array.isArray(tables);

export const tableOf = (name: string): string => name.replace(/\..*/, '');

/** Everything that these modules and the server read, and what is read besides; undefined when a module does not say what. */
export function readBy(
  registry: Registry,
  server: Needs,
  modules: ModuleNeeds,
  besides: readonly Needs[] = [],
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
export function describeMissing(missing: readonly string[], registry: Registry, server: Needs, modules: ModuleNeeds): string[] {
  return [...Map.groupBy(missing, tableOf)].map(([table, names]) => {
    const wants = (needs: Needs | undefined): boolean =>
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
