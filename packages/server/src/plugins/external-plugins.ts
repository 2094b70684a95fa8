import { existsSync } from 'node:fs';
import { join } from 'node:path';
// Old versions of Node lack parseArgs, so importing it by name would fail.
import util from 'node:util';
import { findManifest, readManifest } from './manifests.ts';

/**
 * Whether a server in this folder loads code from outside the distribution: plugins among the dependencies, or a configuration file that is
 * a program. Such code may import packages of the distribution, so it needs the unbundled distribution.
 */
export function hasExternalPlugins(folder: string, distribution: string, args = process.argv.slice(2), env = process.env): boolean {
  const named = namedConfiguration(args, env);
  if (named ? !named.endsWith('.json') : CONFIGURATIONS.some(name => existsSync(join(folder, name)))) return true;
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return false;
  const { dependencies, optionalDependencies } = readManifest(manifest);
  return Object.keys({ ...dependencies, ...optionalDependencies }).some(name => {
    const path = name === distribution ? undefined : findManifest(folder, name);
    return path !== undefined && readManifest(path).wikiquery !== undefined;
  });
}

const CONFIGURATIONS = ['ts', 'mjs', 'js'].map(extension => `wikiquery.config.${extension}`);

function namedConfiguration(args: string[], { WIKIQUERY_CONFIG }: NodeJS.ProcessEnv): string | undefined {
  const { config = WIKIQUERY_CONFIG } = util.parseArgs({ args, options: { config: { type: 'string' } }, strict: false }).values;
  return typeof config === 'string' ? config : undefined;
}
