import { type FeedListener, log, oneLine } from '@wikiquery/server/extend';
import { createClient } from './client.ts';

/** Milliseconds between two checks of the connection. */
const PULSE = 1000;

/** Channel to which MediaWiki's `RedisPubSubFeedEngine` publishes if the address has no path. */
const CHANNEL = 'rc';

/**
 * Subscribes to the changes that MediaWiki publishes in Redis (`$wgRCFeeds` with `RedisPubSubFeedEngine`). `address`:
 * `redis://[USER:PASSWORD@]HOST[:PORT][/CHANNEL]`, as in MediaWiki's setting, or `rediss://` for TLS.
 */
export function followChannel(address: URL, listener: FeedListener): AsyncDisposable {
  const opening = open(address, listener);
  opening.catch((error: unknown) => log('error', 'change-feed', { message: oneLine(error) }));
  return {
    async [Symbol.asyncDispose]() {
      (await opening.catch(() => undefined))?.close();
    },
  };
}

async function open({ protocol, hostname, port, username, password, pathname }: URL, listener: FeedListener) {
  const client = await createClient({
    ...{ kind: 'server', isEncrypted: protocol === 'rediss:', primary: undefined, db: 0, prefix: undefined },
    nodes: [{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 6379 }],
    user: username === '' ? undefined : decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
    sentinelUser: undefined,
    sentinelPassword: undefined,
  });
  const channel = decodeURIComponent(pathname.slice(1)) || CHANNEL;
  client.on('ready', () => {
    client.subscribe(channel).then(
      () => listener.connected(),
      (error: unknown) => log('warning', 'change-feed', { message: oneLine(error) }),
    );
  });
  client.on('close', () => listener.disconnected());
  client.on('error', (error: Error) => log('warning', 'change-feed', { message: oneLine(error) }));
  client.on('message', (from: string, message: string) => {
    if (from === channel) listener.message(message);
  });
  client.connect().catch(() => {});
  // An unanswered ping closes the connection.
  const pulse = setInterval(() => client.ping().catch(() => {}), PULSE).unref();
  return {
    close(): void {
      clearInterval(pulse);
      client.removeAllListeners('close').disconnect();
    },
  };
}
