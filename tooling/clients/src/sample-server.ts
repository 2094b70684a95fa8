import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER, startServer } from '@wikiquery/conformance/server';

/** Accounts of the sample wiki; `bot` is a bot password of the editor. */
export const ACCOUNTS = {
  admin: { name: 'Admin', password: 'sample-admin-password' },
  editor: { name: 'Wren', password: 'sample-wren-password' },
  bot: { name: 'Wren@reader', password: '0123456789abcdef0123456789abcdef' },
} as const;

export interface SampleServer {
  /** Its scheme, host and port. */
  readonly origin: string;
  /** The address of api.php. */
  readonly api: string;
  /** Ends it and forgets its wiki. */
  stop(): Promise<void>;
}

/** Runs apps/server as it is without arguments: on the sample wiki, in a folder of its own. */
export async function serveSample(): Promise<SampleServer> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-clients-'));
  const server = await startServer(SERVER, [], folder);
  return {
    origin: server.origin,
    api: `${server.origin}/w/api.php`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
