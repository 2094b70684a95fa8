import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Assembled, assemble, defaultSettings, type ServerHooks, type Settings } from '@wikiquery/server';

/** apps/server with all its modules on the database of an address, in this process and without HTTP. */
export function openServer(database: string, around: ServerHooks = {}, more: Partial<Settings> = {}): Promise<Assembled> {
  const root = fileURLToPath(new URL('../../../apps/server', import.meta.url));
  const { resolve } = createRequire(join(root, 'package.json'));
  const app = { root, load: (name: string) => import(resolve(name)) };
  return assemble(app, { ...defaultSettings(root), database, secretKey: '0'.repeat(64), ...more }, around);
}
