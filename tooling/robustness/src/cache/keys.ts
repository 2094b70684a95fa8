import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { openServer } from '../inside-process.ts';
import { Random } from '../random.ts';
import { choose } from '../secrets/choose.ts';
import { CLOCK, plantWiki } from '../secrets/planted-wiki.ts';
import { comparable } from '../secrets/responses.ts';
import { type Sending, Visitor } from '../visitor.ts';
import { collisionsOf } from './collisions.ts';
import { countCached } from './freshness.ts';

export interface CacheKeysReport {
  /** Number of requests that got a cached response. */
  readonly cached: number;
  /** Descriptions of responses that belong to another request. */
  readonly wrong: readonly string[];
}

/** Fraction of the several hundred thousand possible requests that is sampled. */
const SHARE = 0.002;
/** Maximum length of a query in characters. Responses to longer requests are not cached. */
const MAX_LENGTH = 1500;
const ROUTES = ['/v1/page/Town', '/v1/page/Town/bare', '/v1/page/Town/html', '/v1/page/Town/with_html', '/v1/page/Town/history'];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { 'accept-language': 'de' },
  { origin: 'https://wiki.example' },
  { 'treat-as-untrusted': '1' },
];

const queryOf = (question: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...question }).toString();

/**
 * Sends requests that imitate the cache key of a target request, then the target. The response to the target must be equal to
 * that of a server without a cache.
 */
export async function examineCacheKeys({ pairs, seed }: { readonly pairs: number; readonly seed: number }): Promise<CacheKeysReport> {
  const random = new Random(seed);
  await using stand = new Stand();
  const folder = stand.folder();
  const file = join(folder, 'wiki.sqlite');
  const wiki = await plantWiki(file, []);
  const start = (megabytes: string) =>
    stand.serve(['--database', `sqlite:${file}`, '--clock', CLOCK, '--workers', '1', '--cached-responses', megabytes], folder);
  const caching = await start('16');
  const [cached, plain] = [caching, await start('0')].map(({ api }) => stand.use(new Visitor(api))) as [Visitor, Visitor];
  const queries = (await choose(wiki, plain, SHARE)).map(queryOf).filter(({ length }) => length <= MAX_LENGTH);
  /** A worker caches the response to the second of two equal requests. */
  const sendTwice = async (request: Sending): Promise<void> => {
    for (let time = 0; time < 2; time++) await cached.send(request);
  };
  const wrong: string[] = [];
  for (let done = 0; done < pairs; ) {
    const path = random.chance(0.3) ? random.of(ROUTES) : undefined;
    const target: Sending = { ...(path !== undefined && { path }), query: random.of(queries), headers: random.of(HEADERS) };
    const expected = comparable(await plain.send(target));
    for (const other of [...collisionsOf(target), target]) {
      done++;
      await sendTwice(other);
      const actual = comparable(await cached.send(target));
      if (actual === expected) continue;
      const difference = `${actual.slice(0, 300)}\n   not ${expected.slice(0, 300)}`;
      wrong.push(`${JSON.stringify(target)} after ${JSON.stringify(other)}:\n   ${difference}`);
    }
  }
  return { cached: await countCached(caching), wrong };
}

/** Headers that are part of the cache key, headers whose requests never get a cached response, and headers that only select the limits. */
const KEYED: ReadonlySet<string> = new Set([
  ...['accept-language', 'origin', 'treat-as-untrusted'],
  ...['cookie', 'authorization', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
  ...['user-agent', 'api-user-agent'],
]);

/** Returns headers outside {@link KEYED} that the server reads for a fraction (`share`) of all requests and for each route. */
export async function unkeyedHeaders({ share }: { readonly share: number }): Promise<string[]> {
  await using stand = new Stand();
  const folder = stand.folder();
  const file = join(folder, 'wiki.sqlite');
  const wiki = await plantWiki(file, []);
  const visitor = stand.use(new Visitor((await stand.serve(['--database', `sqlite:${file}`], folder)).api));
  const server = stand.use(await openServer(`sqlite:${file}`));
  const read = new Set<string>();
  const headers = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        if (typeof name === 'string' && !KEYED.has(name)) read.add(name);
        return undefined;
      },
      has: () => false,
    },
  );
  const queries = (await choose(wiki, visitor, share)).map(queryOf);
  const requests = [...queries.map(query => ({ query })), ...ROUTES.map(path => ({ path, query: '' }))];
  const signal = AbortSignal.timeout(600_000);
  for (const request of requests) await server.answer({ ...request, method: 'GET', headers, ip: '192.0.2.1', secure: false, signal });
  return [...read];
}
