import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('../../../../packages', import.meta.url));

/** The package.json of a module of this workspace, and of a route of the REST API. */
export const manifestOf = (module: string): string => manifestIn('{list,prop,meta}', module);
export const manifestOfRoute = (route: string): string => manifestIn('rest', route);

/** Those of all routes. */
export const routeManifests = (): string[] => globSync('{,extensions/*/}rest/*/package.json', { cwd }).map(path => join(cwd, path));

/** Those of all plugins that read. */
export const pluginManifests = (): string[] =>
  globSync('{,extensions/*/}{list,prop,meta,action,rest}/*/package.json', { cwd }).map(path => join(cwd, path));

/** Those of plugins that render pages. */
export const renderingManifests = (): string[] =>
  pluginManifests().filter(path => '@wikiquery/rendering' in (JSON.parse(readFileSync(path, 'utf8')).dependencies ?? {}));

function manifestIn(group: string, name: string): string {
  const [path] = globSync(`{,extensions/*/}${group}/${name}/package.json`, { cwd });
  if (path === undefined) throw new Error(`There is no package of ${name}.`);
  return join(cwd, path);
}
