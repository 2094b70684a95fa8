import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyModule, isModule } from '@wikiquery/core';
import { isModulePackage, type Package } from './packages.ts';

export interface Declarations {
  /** By path of the package. */
  readonly modules: ReadonlyMap<string, AnyModule>;
  /** What is wrong with the packages that give no module. */
  readonly problems: readonly string[];
}

/** Loads the modules of the workspace from their sources. */
export async function readDeclarations(packages: readonly Package[]): Promise<Declarations> {
  const modules = new Map<string, AnyModule>();
  const problems: string[] = [];
  for (const pack of packages.filter(isModulePackage)) {
    const source = join(pack.folder, 'src/index.ts');
    if (!existsSync(source)) continue;
    try {
      const { default: exported } = (await import(pathToFileURL(source).href)) as { default?: unknown };
      if (isModule(exported)) modules.set(pack.path, exported);
      else problems.push(`${pack.path}/src/index.ts: its default export must be what defineModule() returns.`);
    } catch (error) {
      problems.push(`${pack.path}/src/index.ts: cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { modules, problems };
}

/** The description of a module's package.json. */
export const describeModule = ({ group, name, summary }: AnyModule): string => `${group}=${name}: ${summary}`;
