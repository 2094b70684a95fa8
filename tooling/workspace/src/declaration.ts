import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyModule, isModule } from '@wikiquery/core';
import { isModulePackage, type Package } from './packages.ts';

/** The module that a package exports, read from its source; undefined for a package that is none or cannot say yet. */
export async function readDeclaration(pack: Package): Promise<AnyModule | undefined> {
  const source = join(pack.folder, 'src/index.ts');
  if (!isModulePackage(pack) || !existsSync(source)) return undefined;
  const { default: exported } = (await import(pathToFileURL(source).href)) as { default?: unknown };
  return isModule(exported) ? exported : undefined;
}

/** The description of a module's package.json. */
export const describeModule = ({ group, name, summary }: AnyModule): string => `${group}=${name}: ${summary}`;
