import { setTimeout as delay } from 'node:timers/promises';
import type { EngineName } from '@wikiquery/database';
import type { RunningServer } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { openWiki } from '@wikiquery/testing';
import { DatabaseServer, isInstalled } from '../faults/database-server.ts';
import { Random } from '../random.ts';
import type { Question } from '../requests/modules.ts';
import { choose } from '../secrets/choose.ts';
import { CLOCK, plant } from '../secrets/planted-wiki.ts';
import { comparable, sendShared } from '../secrets/responses.ts';
import { Visitor } from '../visitor.ts';
import { randomChange } from './random-change.ts';

export interface FreshnessOptions {
  readonly engine: EngineName;
  /** Number of pairs of equal requests with database changes between them. */
  readonly pairs: number;
  readonly seed: number;
}

export interface FreshnessReport {
  /** Number of requests that got a cached response. */
  readonly cached: number;
  /** Number of pairs with different responses. */
  readonly changed: number;
  /** Descriptions of outdated responses. */
  readonly stale: readonly string[];
}

/** Number of requests between two sets of changes. */
const GROUP = 6;
/** Number of changes in a set. Most tables affect few responses. */
const CHANGES = 20;
/** Fraction of the several hundred thousand possible requests that is sampled. */
const SHARE = 0.002;
/** Minimum length in characters of a response with content that can change. */
const MIN_LENGTH = 600;
/** Number of concurrent connections. Two workers accept connections in turn, so two connections reach both. */
const CONNECTIONS = 2;

/**
 * Compares the responses of two caching workers with those of a server without a cache, while the database changes at random.
 * The clock of both servers is stopped, so that a response that is valid for a second stays valid until the next change.
 */
export async function examineFreshness({ engine, pairs, seed }: FreshnessOptions): Promise<FreshnessReport> {
  const random = new Random(seed);
  await using stand = new Stand();
  // The state of a PostgreSQL server includes all of its databases, so writes of other tests would end the validity of cached responses.
  const separate = engine === 'postgres' && isInstalled(engine) ? stand.use(await DatabaseServer.start(engine)) : undefined;
  const wiki = stand.use(await openWiki(engine, separate && { server: separate.url }));
  const planted = await plant(wiki, []);
  const start = (flags: readonly string[]): Promise<RunningServer> =>
    stand.serve(['--database', wiki.url, '--clock', CLOCK, ...flags], stand.folder());
  const caching = await start(['--workers', '2', '--one-server']);
  const plain = stand.use(new Visitor((await start(['--workers', '1', '--cached-responses', '0'])).api));
  const visitors = Array.from({ length: CONNECTIONS }, () => stand.use(new Visitor(caching.api)));
  const responseTo = async (visitor: Visitor, question: Question): Promise<string> => comparable(await sendShared(visitor, question, ''));
  const questions: Question[] = [];
  for (const question of await choose(planted, plain, SHARE))
    if (!isStatistics(question) && (await responseTo(plain, question)).length > MIN_LENGTH) questions.push(question);
  const stale: string[] = [];
  let changed = 0;
  for (let done = 0; done < pairs; done += GROUP) {
    const group = Array.from({ length: GROUP }, () => random.of(questions));
    const expected = () => Promise.all(group.map(question => responseTo(plain, question)));
    const before = await expected();
    // A worker caches the response to the second of two equal requests.
    for (let time = 0; time < 4; time++)
      await Promise.all(group.flatMap(question => visitors.map(visitor => responseTo(visitor, question))));
    const changes: string[] = [];
    while (changes.length < CHANGES) {
      const change = await randomChange(wiki.db, random);
      if (change !== undefined) changes.push(change);
    }
    const after = await expected();
    for (const [i, question] of group.entries()) {
      if (before[i] !== after[i]) changed++;
      for (const visitor of visitors) {
        const actual = await responseTo(visitor, question);
        if (actual === after[i]) continue;
        const difference = `${actual.slice(0, 300)}\n   not ${after[i]?.slice(0, 300)}`;
        stale.push(`${JSON.stringify(question)} after ${changes.join(', ')}:\n   ${difference}`);
      }
    }
  }
  return { cached: await countCached(caching), changed, stale };
}

/** Whether a response contains statistics, which each process recounts at different times. */
const isStatistics = (question: Question): boolean => /statistics|usergroups/.test(String(question.siprop));

/** Returns how many requests got a cached response. */
export async function countCached({ origin }: RunningServer): Promise<number> {
  // Metrics are cached for a second.
  await delay(1000);
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^wikiquery_response_cache_lookups_total\{result="revalidated"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
}
