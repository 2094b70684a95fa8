import { readFileSync, writeFileSync } from 'node:fs';
import { type DeclaredTables, isRequired, SERVER_REQUIREMENTS, type TableName, tableRequirementsOf, tables } from '@wikiquery/database';
import { readOptions } from '@wikiquery/launch/options';
import { RENDERING_READS } from '@wikiquery/rendering';
import { manifestOf, manifestOfRoute, renderingManifests } from './manifests.ts';
import { traceTables } from './trace.ts';

readOptions(
  `usage: pnpm lab tables

Writes into the package.json of each module and route which columns it reads, and prints those that every server reads. It keeps the columns that a
package.json names already, as long as they exist: the tests of a plugin fail for columns that this trace does not find. It keeps \`optional\`, too.`,
  {},
);

const { server, modules, routes } = await traceTables();
console.log('every server:', byTable(server));
const isOfServer = (column: string): boolean => isRequired(SERVER_REQUIREMENTS, column);
const rendering = [...(tableRequirementsOf({ tables: RENDERING_READS })?.needed ?? [])].filter(column => !isOfServer(column));
for (const [path, read] of [
  ...Array.from(modules, ([name, columns]) => [manifestOf(name), columns] as const),
  ...Array.from(routes, ([name, columns]) => [manifestOfRoute(name), columns] as const),
  ...renderingManifests().map(each => [each, rendering] as const),
]) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { contract, optional, ...declared } = manifest.wikiquery as DeclaredTables & { readonly contract: string };
  const known = [...(tableRequirementsOf(declared)?.needed ?? [])].filter(isThere);
  manifest.wikiquery = { contract, tables: byTable([...known, ...read]), ...(optional && { optional }) };
  writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function isThere(place: string): boolean {
  const [table = '', column] = place.split('.');
  // Tables of its own nobody else knows.
  if (!Object.hasOwn(tables, table)) return true;
  return column === undefined || Object.hasOwn(tables[table as TableName].columns, column);
}

/** Table to columns; true for one of which no column is known. */
function byTable(places: readonly string[]): Record<string, string[] | true> {
  const groups = Map.groupBy([...new Set(places)].sort(), place => place.replace(/\..*/, ''));
  return Object.fromEntries(
    [...groups].map(([table, all]) => {
      const columns = all.filter(place => place.includes('.')).map(place => place.slice(table.length + 1));
      return [table, columns.length > 0 ? columns : true];
    }),
  );
}
