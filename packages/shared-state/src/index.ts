import { defineServerExtension, optional } from '@wikiquery/server/extend';
import { storeAddress } from './address.ts';

/**
 * Server extension that shares state between servers through Redis or Valkey. Its code is loaded only where a
 * setting names a server.
 */
export default defineServerExtension({
  name: 'shared-state',
  settings: {
    shared: optional(
      storeAddress,
      'Redis or Valkey through which several servers share revoked sessions, login attempts, client limits and cached results: redis://[USER:PASSWORD@]HOST[:PORT][/DB], rediss:// for TLS, redis+sentinel://HOST,HOST/NAME or redis+cluster://HOST,HOST',
      { fixed: true },
    ),
  },
  share: ({ shared }, server) =>
    shared === undefined ? undefined : import('./store.ts').then(({ openStore }) => openStore(shared, server)),
  changes: async (address, listener) =>
    /^rediss?:$/.test(address.protocol) ? (await import('./change-feed.ts')).followChannel(address, listener) : undefined,
});
