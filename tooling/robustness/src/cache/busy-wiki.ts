import { setTimeout as delay } from 'node:timers/promises';
import type { EngineName } from '@wikiquery/database';
import { Stand } from '@wikiquery/launch/stand';
import { openWiki } from '@wikiquery/testing';
import { Visitor } from '../visitor.ts';

export interface BusyWikiOptions {
  readonly engine: EngineName;
  /** Flags of the server, such as `--cache-ttl 1s`. */
  readonly flags: readonly string[];
  /** Edits of unrelated pages in a second. */
  readonly edits: number;
  /** Duration of the measurement in seconds. */
  readonly seconds: number;
  /** Requests for each page and list in a second. Default: 50. */
  readonly rate?: number;
  /** Number of pages, each with a request for its text. Default: 40. */
  readonly pages?: number;
}

export interface BusyWikiReport {
  readonly requests: number;
  /** Edits of unrelated pages that took place. */
  readonly edits: number;
  /** Requests that another request computed a response for, as a share of all requests. */
  readonly hitRate: number;
  /** Maximum age in milliseconds of a text when its request was sent. */
  readonly oldest: number;
}

/** Milliseconds between two edits of a requested page. */
const OWN_EDITS = 300;

const LISTS = [
  'list=allpages&aplimit=50',
  'list=recentchanges&rclimit=50',
  'list=categorymembers&cmtitle=Category:Piers&cmlimit=50',
  'list=backlinks&bltitle=Page%201&bllimit=50',
  'meta=siteinfo&siprop=statistics',
];

/**
 * Measures how many requests the response cache answers while pages are edited. Some edits change the requested pages, whose texts contain
 * the number of the edit, so that responses show the age of their data.
 */
export async function measureBusyWiki(options: BusyWikiOptions): Promise<BusyWikiReport> {
  const { engine, flags, edits, seconds, rate = 50, pages = 40 } = options;
  await using stand = new Stand();
  const wiki = stand.use(await openWiki(engine));
  for (let page = 0; page < pages; page++) await wiki.page(`Page ${page}`, { text: 'edit 0.' });
  for (let page = 0; page < 10; page++) await wiki.page(`Unrelated ${page}`, { text: 'x' });
  const server = await stand.serve(['--database', wiki.url, '--workers', '1', '--client-rate', '0', ...flags], stand.folder());
  const visitor = stand.use(new Visitor(server.api));
  const texts = Array.from({ length: pages }, (_, page) => `prop=revisions&rvprop=content&rvslots=main&titles=Page%20${page}`);
  const queries = [...texts, ...LISTS].map(query => `action=query&format=json&formatversion=2&${query}`);
  // Times at which the edits of each page were complete.
  const edited = texts.map(() => [performance.now()]);
  let [requests, unrelated, oldest] = [0, 0, 0];
  const ask = async (query: string, page: number): Promise<void> => {
    const asked = performance.now();
    const { body } = await visitor.send({ query });
    requests += 1;
    const next = edited[page]?.[Number(/edit (\d+)\./.exec(body)?.[1]) + 1];
    if (next !== undefined && next < asked) oldest = Math.max(oldest, asked - next);
  };
  const askAll = (): Promise<unknown> => Promise.all(queries.map(ask));
  // The first two requests are admitted to the cache.
  for (let time = 0; time < 3; time++) await askAll();
  const before = await lookups(server.origin);
  requests = 0;
  const end = performance.now() + seconds * 1000;
  const repeat = async (perSecond: number, work: (count: number) => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    for (let count = 0; perSecond > 0 && performance.now() < end; count++) {
      await work(count);
      await delay(Math.max(0, begun + ((count + 1) * 1000) / perSecond - performance.now()));
    }
  };
  const running = new Set<Promise<unknown>>();
  await Promise.all([
    repeat(rate, async () => {
      const round = askAll().finally(() => running.delete(round));
      running.add(round);
      if (running.size > 2) await Promise.race(running);
    }),
    repeat(edits, async count => {
      await wiki.edit(`Unrelated ${count % 10}`, { text: `x ${count}` });
      unrelated += 1;
    }),
    repeat(1000 / OWN_EDITS, async count => {
      const page = count % pages;
      const times = edited[page] as number[];
      await wiki.edit(`Page ${page}`, { text: `edit ${times.length}.` });
      times.push(performance.now());
    }),
  ]);
  await Promise.all(running);
  const after = await lookups(server.origin);
  return { requests, edits: unrelated, hitRate: (after - before) / requests, oldest };
}

/** Returns the number of requests for which no response was computed. */
async function lookups(origin: string): Promise<number> {
  // Metrics are cached for a second.
  await delay(1100);
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const counts = metrics.matchAll(
    /^wikiquery_(?:response_cache_lookups_total\{result="(?:hit|stale|revalidated)"\}|shared_answers_total) (\d+)$/gm,
  );
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}
