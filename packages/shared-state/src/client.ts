import { StartError } from '@wikiquery/server/extend';
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import type { StoreAddress } from './address.ts';

/** A client of a server, or of a cluster. */
export type RedisClient = Redis | Cluster;

/** Timeout for connecting, and for the response of a store that closes no connection, in milliseconds. */
const CONNECT_TIMEOUT = 2000;
const SILENCE = 3000;
/** Delay before the next attempt to connect, in milliseconds. */
const RETRY = { first: 100, longest: 1000 };

/** Creates a client, which connects on `connect`. Rejects with a StartError if the driver is not installed. */
export async function createClient(address: StoreAddress): Promise<RedisClient> {
  const driver = await loadDriver();
  const { kind, nodes, user, password, db, primary, isEncrypted, sentinelUser, sentinelPassword } = address;
  const retry = (times: number): number => Math.min(RETRY.first * 2 ** Math.min(times, 10), RETRY.longest);
  const tls = isEncrypted ? { tls: {} } : {};
  const common = {
    username: user,
    password,
    // One connection both sends commands and receives messages.
    protocol: 3,
    connectTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE,
    // Without a connection, commands fail at once, because local state then applies.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    connectionName: 'wikiquery',
    disableClientInfo: true,
    lazyConnect: true,
    ...tls,
  } as const satisfies RedisOptions;
  if (kind === 'cluster') {
    const { enableOfflineQueue, lazyConnect, autoResubscribe: _, ...redisOptions } = common;
    return new driver.Cluster([...nodes], {
      redisOptions,
      enableOfflineQueue,
      lazyConnect,
      clusterRetryStrategy: retry,
      slotsRefreshTimeout: CONNECT_TIMEOUT,
      slotsRefreshInterval: 10_000,
      // The certificates of the nodes are for their host names.
      ...(isEncrypted && { dnsLookup: (host, done) => done(null, host) }),
    });
  }
  const place =
    kind === 'sentinel'
      ? {
          sentinels: [...nodes],
          name: primary,
          sentinelUsername: sentinelUser,
          sentinelPassword,
          sentinelRetryStrategy: retry,
          sentinelCommandTimeout: CONNECT_TIMEOUT,
          ...(isEncrypted && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
        }
      : nodes[0];
  return new driver.Redis({
    ...common,
    ...place,
    db,
    retryStrategy: retry,
    // After a failover, the former primary only reads.
    reconnectOnError: error => error.message.startsWith('READONLY'),
  });
}

async function loadDriver(): Promise<Pick<typeof import('ioredis'), 'Redis' | 'Cluster'>> {
  try {
    return await import('ioredis');
  } catch (error) {
    const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("'ioredis'")) throw error;
    throw new StartError(['The driver for Redis and Valkey is not installed. Install it next to wikiquery: npm install ioredis']);
  }
}
