import { existsSync } from 'node:fs';
import { join } from 'node:path';
// The whole of it: what old versions of Node do not have cannot be imported by name there.
import util from 'node:util';
import { findManifest, readManifest } from './manifests.ts';

/**
 * Whether a server that is started in a folder runs code beside that of a distribution: modules among the dependencies of the package.json there, or
 * a configuration file that is a program, there or where it is said to be. It may stand on the same packages, which must then be there once.
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

/** As the settings name it. */
function namedConfiguration(args: string[], { WIKIQUERY_CONFIG }: NodeJS.ProcessEnv): string | undefined {
  const { config = WIKIQUERY_CONFIG } = util.parseArgs({ args, options: { config: { type: 'string' } }, strict: false }).values;
  return typeof config === 'string' ? config : undefined;
}
