import { Stand } from '@wikiquery/launch/stand';

/** Accounts of the sample wiki. `bot` is a bot password of the editor. */
export const ACCOUNTS = {
  admin: { name: 'Admin', password: 'sample-admin-password' },
  editor: { name: 'Wren', password: 'sample-wren-password' },
  bot: { name: 'Wren@reader', password: '0123456789abcdef0123456789abcdef' },
} as const;

export interface SampleServer {
  readonly api: string;
  readonly origin: string;
  stop(): Promise<void>;
}

/** Runs apps/server without arguments, on the sample wiki. */
export async function serveSample(): Promise<SampleServer> {
  const stand = new Stand();
  const { api, origin } = await stand.serve([], stand.folder());
  return { api, origin, stop: () => stand[Symbol.asyncDispose]() };
}
