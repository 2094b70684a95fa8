import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package.json of a module of this workspace. */
export function manifestOf(module: string): string {
  const paths = ['list', 'prop', 'meta'].map(group =>
    fileURLToPath(new URL(`../../../../packages/${group}/${module}/package.json`, import.meta.url)),
  );
  const path = paths.find(each => existsSync(each));
  if (path === undefined) throw new Error(`There is no package of the module ${module}.`);
  return path;
}
