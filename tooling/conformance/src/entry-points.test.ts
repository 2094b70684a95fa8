import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { expect, it } from 'vitest';
import { openSessions, readAccounts } from './accounts.ts';
import { masked, readRequests } from './entry-points.ts';
import { unpackSet } from './recording.ts';

const set = join(import.meta.dirname, '../sets/a-1.43-sqlite');

type Compared = ReturnType<typeof masked>;

/** Ignores this server's `Cache-Control` that forbids caching if MediaWiki sends no such header. */
function likeMediaWiki(answered: Compared, recorded: Compared): Compared {
  const { 'cache-control': cacheControl, ...others } = answered.headers;
  const isOwn = recorded.headers['cache-control'] === undefined && cacheControl === 'no-cache, private, s-maxage=0';
  return isOwn ? { ...answered, headers: others } : answered;
}

it('apps/server returns the responses of MediaWiki 1.43 for opensearch and REST requests', async () => {
  const requests = readRequests(set);
  expect(requests.length).toBeGreaterThan(2000);
  await using stand = new Stand();
  const wiki = stand.use(unpackSet(set));
  const server = await stand.serve([...wiki.flags, '--workers', '1'], wiki.folder);
  const sessions = new Set(requests.map(({ session }) => session));
  const { clients, problems } = await openSessions(server.api, readAccounts(join(set, 'accounts.json')), sessions, 60_000);
  expect([...problems]).toEqual([]);
  const different: unknown[] = [];
  for (const { path, session, method, headers, answer } of requests) {
    const answered = masked(await clients.get(session)!.ask(path, { method, ...(headers && { headers }) }), method);
    // MediaWiki's action API sends no ETag.
    const { etag: _, ...others } = answered.headers;
    const compared = path.startsWith('/w/api.php') ? { ...answered, headers: others } : likeMediaWiki(answered, answer);
    if (JSON.stringify(compared) !== JSON.stringify(answer)) different.push({ method, path, session, headers, answer, compared });
  }
  expect(different).toEqual([]);
}, 240_000);
