import { fileURLToPath } from 'node:url';
import { openWiki } from '@wikiquery/testing';
import { defaultSettings, type Settings } from '../config/settings.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import { listen } from './listen.ts';

/** Starts the minimal app with a new SQLite wiki, or with `upstream` the full app in proxy mode. `adjust` replaces assembled parts. */
export async function serveMinimal(
  folder: string,
  changed: Partial<Settings> & { readonly upstream?: URL } = {},
  adjust: (assembled: Assembled) => Partial<Assembled> = () => ({}),
): Promise<RunningServer & { readonly port: number }> {
  const root = fileURLToPath(new URL(`../../../../apps/${changed.upstream ? 'server' : 'minimal'}`, import.meta.url));
  const wiki = await openWiki('sqlite');
  await wiki.page('Main Page');
  const settings = { ...defaultSettings(folder), database: wiki.url, port: 0, secretKey: 'k'.repeat(64), ...changed };
  const assembled = await assemble({ root, load: name => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) }, settings);
  const server = await listen({ ...assembled, ...adjust(assembled) }, settings);
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    async stop() {
      await server.stop();
      await wiki.close();
    },
  };
}
