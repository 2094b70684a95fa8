import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';

/** Accounts of the sample wiki; `bot` is a bot password of the editor. */
export const ACCOUNTS = {
  admin: { name: 'Admin', password: 'sample-admin-password' },
  editor: { name: 'Wren', password: 'sample-wren-password' },
  bot: { name: 'Wren@reader', password: '0123456789abcdef0123456789abcdef' },
} as const;

export type SampleServer = Pick<RunningServer, 'api' | 'origin' | 'stop'>;

/** Runs apps/server as it is without arguments: on the sample wiki, in a folder of its own, which is gone after `stop`. */
export async function serveSample(): Promise<SampleServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-clients-'));
  const server = await startServer(SERVER, [], folder);
  return {
    api: server.api,
    origin: server.origin,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
