import type { WikiDatabase } from '@wikiquery/database';
import type { Lag } from '@wikiquery/engine';

/** Milliseconds for which an answer holds: `maxlag` comes with most requests of a bot. */
const FRESH = 1000;

/**
 * How far the servers of the database are behind the one that they copy, for `maxlag` and whoever else asks; that one itself is not behind.
 * Empty where none copies another, or where the account may not ask. One that has stopped copying is left out, as MediaWiki does.
 */
export function lagsOf(database: WikiDatabase): () => Promise<readonly Lag[]> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<readonly Lag[]> = Promise.resolve([]);
  return () => {
    if (performance.now() - asked > FRESH) {
      asked = performance.now();
      answer = read(database).catch(() => []);
    }
    return answer;
  };
}

async function read(database: WikiDatabase): Promise<readonly Lag[]> {
  const servers = await database.lags();
  if (servers.every(({ seconds }) => seconds === undefined)) return [];
  return servers.flatMap(({ host, seconds = 0 }) => (Number.isFinite(seconds) ? [{ host, seconds }] : []));
}
