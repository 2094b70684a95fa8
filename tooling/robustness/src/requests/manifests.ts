import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyRoute } from '@wikiquery/core/host';

const cwd = fileURLToPath(new URL('../../../../packages', import.meta.url));

/** Returns the paths of package.json of all plugins that read the database. */
export const pluginManifests = (): string[] => manifests('{list,prop,meta,action,rest}', '*');

/** Returns the paths of package.json of all plugins that render pages. */
export const renderingManifests = (): string[] =>
  pluginManifests().filter(path => '@wikiquery/rendering' in (JSON.parse(readFileSync(path, 'utf8')).dependencies ?? {}));

/** Returns the path of package.json of a module or route. Throws if there is none. */
export function manifestOf(group: '{list,prop,meta}' | 'rest', name: string): string {
  const [path] = manifests(group, name);
  if (path === undefined) throw new Error(`There is no package of ${name}.`);
  return path;
}

/** Loads all routes of the REST API. */
export async function installedRoutes(): Promise<AnyRoute[]> {
  const loaded = manifests('rest', '*').map(async path => (await import(join(dirname(path), 'src/index.ts'))).default as AnyRoute);
  if (loaded.length === 0) throw new Error('There are no routes of the REST API.');
  return Promise.all(loaded);
}

const manifests = (group: string, name: string): string[] =>
  globSync(`{,extensions/*/}${group}/${name}/package.json`, { cwd }).map(path => join(cwd, path));
