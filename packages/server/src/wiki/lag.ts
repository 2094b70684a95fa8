import type { WikiDatabase } from '@wikiquery/database';
import type { Lag } from '@wikiquery/engine';

/** Milliseconds for which the replication lags are cached, because most requests of bots have `maxlag`. */
const FRESH = 1000;

/**
 * Creates a cached reader of the replication lag of each database server, which is 0 for the primary. The list is empty without replicas,
 * or without the right to read their status. Like MediaWiki, it omits replicas whose replication has stopped.
 */
export function lagsOf(database: WikiDatabase): () => Promise<readonly Lag[]> {
  let readAt = Number.NEGATIVE_INFINITY;
  let lags: Promise<readonly Lag[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - readAt > FRESH) {
      readAt = performance.now();
      lags = read(database).catch(() => []);
    }
    return lags;
  };
}

async function read(database: WikiDatabase): Promise<readonly Lag[]> {
  const servers = await database.lags();
  if (servers.every(({ seconds }) => seconds === undefined)) return [];
  return servers.flatMap(({ host, seconds = 0 }) => (Number.isFinite(seconds) ? [{ host, seconds }] : []));
}
