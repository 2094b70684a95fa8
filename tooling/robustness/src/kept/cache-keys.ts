import { join } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { openServer } from '../inside-process.ts';
import { Random } from '../random.ts';
import { collisionsOf } from '../requests/collisions.ts';
import { choose } from '../secrets/choose.ts';
import { comparable } from '../secrets/examination.ts';
import { plantWiki } from '../secrets/planted-wiki.ts';
import { type Sending, Visitor } from '../visitor.ts';
import { countKept } from './kept.ts';

export interface CacheKeysReport {
  /** Requests that got a cached response. */
  readonly kept: number;
  /** Responses that belong to another request. */
  readonly wrong: readonly string[];
}

/** Questions to choose from, of some hundred thousand. */
const SHARE = 0.002;
const ROUTES = ['/v1/page/Town', '/v1/page/Town/bare', '/v1/page/Town/html', '/v1/page/Town/with_html', '/v1/page/Town/history'];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { 'accept-language': 'de' },
  { origin: 'https://wiki.example' },
  { 'treat-as-untrusted': '1' },
];

/**
 * Asks a server that caches responses for requests that hold the text of another one in other places, then for that one: its response must be
 * the one of a server that caches nothing.
 */
export async function examineCacheKeys({ pairs, seed }: { readonly pairs: number; readonly seed: number }): Promise<CacheKeysReport> {
  const random = new Random(seed);
  await using stand = new Stand();
  const folder = stand.folder();
  const file = join(folder, 'wiki.sqlite');
  const wiki = await plantWiki(file, []);
  const start = (keptAnswers: string) => {
    const flags = ['--database', `sqlite:${file}`, '--clock', '2024-01-15T00:00:00Z', '--workers', '1', '--kept-answers', keptAnswers];
    return stand.serve(flags, folder);
  };
  const caching = await start('16');
  const [cached, plain] = [caching, await start('0')].map(({ api }) => stand.use(new Visitor(api))) as [Visitor, Visitor];
  const queries = (await choose(wiki, plain, SHARE)).map(question =>
    new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...question }).toString(),
  );
  const wrong: string[] = [];
  for (let done = 0; done < pairs; ) {
    const query = random.of(queries);
    const path = random.chance(0.3) ? random.of(ROUTES) : undefined;
    const target: Sending = { ...(path !== undefined && { path }), query, headers: random.of(HEADERS) };
    if (query.length > LONGEST) continue;
    const expected = comparable(await plain.send(target));
    for (const other of collisionsOf(target)) {
      done++;
      // The first time a worker notes a request, the second time it caches the response.
      for (let time = 0; time < 2; time++) await cached.send(other);
      const got = comparable(await cached.send(target));
      if (got !== expected)
        wrong.push(`${JSON.stringify(target)} after ${JSON.stringify(other)}:\n   ${got.slice(0, 300)}\n   not ${expected.slice(0, 300)}`);
    }
    // A response for an address, too.
    for (let time = 0; time < 2; time++) await cached.send(target);
    if (comparable(await cached.send(target)) !== expected) wrong.push(`${JSON.stringify(target)} after itself`);
  }
  return { kept: await countKept(caching), wrong };
}

/** Characters: a longer request has no cached response. */
const LONGEST = 1500;

/** Headers of the cache key; a request with one of the others has none, and no cached response. */
const KEYED: ReadonlySet<string> = new Set([
  ...['accept-language', 'origin', 'treat-as-untrusted'],
  ...['cookie', 'authorization', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
]);

/** Returns the headers beyond those of cache keys that the server reads while it answers a share of all questions, and each route. */
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
  const questions = await choose(wiki, visitor, share);
  const queries = questions.map(question => new URLSearchParams({ action: 'query', format: 'json', ...question }).toString());
  const requests = [...queries.map(query => ({ query })), ...ROUTES.map(path => ({ path, query: '' }))];
  const signal = AbortSignal.timeout(600_000);
  for (const request of requests) await server.answer({ ...request, method: 'GET', headers, ip: '192.0.2.1', secure: false, signal });
  return [...read];
}
