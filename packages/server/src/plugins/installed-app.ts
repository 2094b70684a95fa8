import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { appAt, hasPlugins } from './discovery.ts';
import type { App } from './server-extension.ts';

/**
 * What a program serves that was started in a folder: the modules among the dependencies of its package.json; where there are none, those of the distribution
 * that the program belongs to. Rejects with a StartError when there is neither.
 */
export async function installedApp(folder: string, distribution?: App): Promise<App> {
  if (existsSync(join(folder, 'package.json'))) {
    const app = appAt(folder);
    if (await hasPlugins(app)) return { ...app, distribution };
  }
  if (distribution !== undefined) return distribution;
  throw new StartError([
    `There are no modules among the dependencies of ${join(folder, 'package.json')}. Install those that you want, or all of them: npm install wikiquery`,
  ]);
}
