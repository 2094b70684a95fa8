import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type App,
  type Assembled,
  assemble,
  defaultSettings,
  listen,
  type RunningServer,
  type ServerHooks,
  type Settings,
} from '@wikiquery/server';

const root = fileURLToPath(new URL('../../../apps/server', import.meta.url));
const { resolve } = createRequire(join(root, 'package.json'));

/** apps/server with all its modules. */
export const APP: App = { root, load: name => import(resolve(name)) };

const settingsFor = (database: string, more: Partial<Settings>): Settings => ({
  ...defaultSettings(root),
  database,
  secretKey: '0'.repeat(64),
  ...more,
});

/** Opens apps/server on a database in this process, without HTTP. `around`: hooks of the server; `more`: its other settings. */
export function openServer(database: string, around: ServerHooks = {}, more: Partial<Settings> = {}): Promise<Assembled> {
  return assemble(APP, settingsFor(database, more), around);
}

/** Runs apps/server on a database in this process, with HTTP on a free port. Requests per client are not limited by default. */
export async function listenInside(database: string, more: Partial<Settings> = {}): Promise<RunningServer> {
  const settings = settingsFor(database, { port: 0, clientRate: 0, ...more });
  return listen(await assemble(APP, settings), settings);
}
