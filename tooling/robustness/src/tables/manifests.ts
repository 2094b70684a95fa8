import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package.json of a module of this workspace. */
export function manifestOf(module: string): string {
  const cwd = fileURLToPath(new URL('../../../../packages', import.meta.url));
  const [path] = globSync(`{,extensions/*/}{list,prop,meta}/${module}/package.json`, { cwd });
  if (path === undefined) throw new Error(`There is no package of the module ${module}.`);
  return join(cwd, path);
}
