import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { appAt, hasPlugins } from './discovery.ts';
import type { App } from './server-extension.ts';

/**
 * Returns the app of a folder whose package.json depends on plugins, otherwise the distribution that the program belongs to. Rejects with a
 * StartError if there is neither.
 */
export async function installedApp(folder: string, distribution?: App): Promise<App> {
  if (existsSync(join(folder, 'package.json'))) {
    const app = appAt(folder);
    if (await hasPlugins(app)) return { ...app, distribution };
  }
  if (distribution !== undefined) return distribution;
  throw new StartError([
    `${join(folder, 'package.json')} depends on no modules. Install single modules, or all of them with "npm install wikiquery".`,
  ]);
}
