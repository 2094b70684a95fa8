import type { Registry } from '@wikiquery/core/host';

/** Tables that every server reads: for the page set, sessions, and at its start. A test compares them with what is read. */
export const SERVER_TABLES: readonly string[] = [
  'actor',
  'archive',
  'block',
  'block_target',
  'bot_passwords',
  'image',
  'interwiki',
  'page',
  'redirect',
  'revision',
  'slot_roles',
  'user',
  'user_groups',
  'user_properties',
];

/** By module the tables that it reads besides; undefined where its package does not say. */
export type ModuleTables = ReadonlyMap<string, readonly string[] | undefined>;

/** The tables that these modules and the server need; undefined when a module does not say which. */
export function tablesOf(registry: Registry, declared: ModuleTables): ReadonlySet<string> | undefined {
  const lists = [...registry.keys()].map(name => declared.get(name));
  return lists.every(list => list !== undefined) ? new Set([...SERVER_TABLES, ...lists.flat()]) : undefined;
}

/** A line for each table that is missing or lacks a column, with the modules that need it. */
export function describeMissing(missing: readonly string[], registry: Registry, declared: ModuleTables): string[] {
  return [...new Set(missing.map(name => name.replace(/\..*/, '')))].map(table => {
    if (SERVER_TABLES.includes(table)) return `Everything needs ${table}.`;
    const users = [...registry.values()].filter(({ name }) => declared.get(name)?.includes(table) ?? true);
    return `${table} is needed by ${
      users
        .map(({ group, name }) => `${group}=${name}`)
        .sort()
        .join(', ') || 'nothing that is installed'
    }.`;
  });
}
