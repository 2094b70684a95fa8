import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, isPlugin } from '@wikiquery/core/host';
import { isPluginPackage, type Package } from './packages.ts';

export interface Declarations {
  /** Plugins by package path. */
  readonly plugins: ReadonlyMap<string, AnyPlugin>;
  /** Errors about packages that do not export a valid plugin. */
  readonly problems: readonly string[];
}

export async function readDeclarations(packages: readonly Package[]): Promise<Declarations> {
  const plugins = new Map<string, AnyPlugin>();
  const problems: string[] = [];
  for (const pack of packages.filter(isPluginPackage)) {
    const source = join(pack.folder, 'src/index.ts');
    if (!existsSync(source)) continue;
    try {
      const { default: exported } = (await import(pathToFileURL(source).href)) as { default?: unknown };
      if (isPlugin(exported)) plugins.set(pack.path, exported);
      else
        problems.push(
          `${pack.path}/src/index.ts: its default export must be the result of defineModule(), defineAction(), defineFormat() or defineRoute().`,
        );
    } catch (error) {
      problems.push(`${pack.path}/src/index.ts: cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { plugins, problems };
}

/** Returns the description for a plugin's package.json. */
export const describePlugin = ({ group, name, summary }: AnyPlugin): string => `${group}=${name}: ${summary}`;
