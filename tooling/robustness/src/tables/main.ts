/**
 * Writes into the package.json of each module and route which columns it reads, and prints those that every server does: `pnpm tables`. What stands there already
 * stays, as long as there is such a column: some reads depend on what a wiki holds. So does what a module can do without, which nobody can see.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type TableName, tables } from '@wikiquery/database';
import { type DeclaredNeeds, needsOf } from '@wikiquery/server';
import { manifestOf, manifestOfRoute } from './manifests.ts';
import { traceTables } from './trace.ts';

const { server, modules, routes } = await traceTables();
console.log('every server:', byTable(server));
for (const [, read, path] of [
  ...[...modules].map(each => [...each, manifestOf(each[0])] as const),
  ...[...routes].map(each => [...each, manifestOfRoute(each[0])] as const),
]) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { contract, optional, ...declared } = manifest.wikiquery as DeclaredNeeds & { readonly contract: string };
  const known = [...(needsOf(declared)?.needed ?? [])].filter(isThere);
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
