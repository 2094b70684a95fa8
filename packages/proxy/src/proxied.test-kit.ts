import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, assemble, defaultSettings, listen } from '@wikiquery/server';
import { openWiki, type RecordingUpstream, recordingUpstream } from '@wikiquery/testing';
import proxy from './index.ts';

const root = fileURLToPath(new URL('../../../apps/minimal', import.meta.url));

/** The minimal app with proxy mode. */
export const app: App = { root, load: name => import(import.meta.resolve(name, `file://${root}/src/main.ts`)), extensions: [proxy] };

/** A server of the minimal app, whose upstream records the requests that it receives. */
export interface ProxiedUpstream {
  readonly upstream: RecordingUpstream;
  readonly port: number;
  stop(): Promise<void>;
}

export async function serveProxied(): Promise<ProxiedUpstream> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-proxied-'));
  const upstream = await recordingUpstream();
  const wiki = await openWiki('sqlite');
  await wiki.page('Main Page');
  const settings = { ...defaultSettings(folder), database: wiki.url, port: 0, secretKey: 'k'.repeat(64), upstream: upstream.api };
  const server = await listen(await assemble(app, settings), settings);
  return {
    upstream,
    port: Number(new URL(server.origin).port),
    async stop() {
      await server.stop();
      await wiki.close();
      await upstream.stop();
      await rm(folder, { recursive: true });
    },
  };
}
