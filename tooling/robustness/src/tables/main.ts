import { readFileSync, writeFileSync } from 'node:fs';
import { type DeclaredTables, isRequired, SERVER_REQUIREMENTS, type TableName, tableRequirementsOf, tables } from '@wikiquery/database';
import { readOptions } from '@wikiquery/launch/options';
import { RENDERING_READS } from '@wikiquery/rendering';
import { manifestOf, renderingManifests } from '../requests/manifests.ts';
import { traceTables } from './trace.ts';

readOptions(
  `usage: pnpm lab tables

Writes the columns that each module and route reads into its package.json, and prints those that every server reads. Keeps columns that
a package.json already lists, because the tests of a plugin may read columns that this trace does not find. Keeps \`optional\`, too.`,
  {},
);

const { server, modules, routes } = await traceTables();
console.log('every server:', byTable(server));
const isOfServer = (column: string): boolean => isRequired(SERVER_REQUIREMENTS, column);
const rendering = [...(tableRequirementsOf({ tables: RENDERING_READS })?.needed ?? [])].filter(column => !isOfServer(column));
for (const [path, read] of [
  ...Array.from(modules, ([name, columns]) => [manifestOf('{list,prop,meta}', name), columns] as const),
  ...Array.from(routes, ([name, columns]) => [manifestOf('rest', name), columns] as const),
  ...renderingManifests().map(each => [each, rendering] as const),
]) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { contract, optional, ...declared } = manifest.wikiquery as DeclaredTables & { readonly contract: string };
  const known = [...(tableRequirementsOf(declared)?.needed ?? [])].filter(exists);
  manifest.wikiquery = { contract, tables: byTable([...known, ...read]), ...(optional && { optional }) };
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Whether a declared column exists. Columns of third-party tables are assumed to exist. */
function exists(name: string): boolean {
  const [table = '', column] = name.split('.');
  if (!Object.hasOwn(tables, table)) return true;
  return column === undefined || Object.hasOwn(tables[table as TableName].columns, column);
}

/** Groups columns by table. The value is true for a table that is listed without columns. */
function byTable(names: readonly string[]): Record<string, string[] | true> {
  const groups = Map.groupBy([...new Set(names)].sort(), name => name.replace(/\..*/, ''));
  return Object.fromEntries(
    [...groups].map(([table, all]) => {
      const columns = all.filter(name => name.includes('.')).map(name => name.slice(table.length + 1));
      return [table, columns.length > 0 ? columns : true];
    }),
  );
}
