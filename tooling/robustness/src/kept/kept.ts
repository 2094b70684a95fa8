import { setTimeout as delay } from 'node:timers/promises';
import type { EngineName } from '@wikiquery/database';
import type { RunningServer } from '@wikiquery/launch/process';
import { Stand } from '@wikiquery/launch/stand';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { Random } from '../random.ts';
import type { Question } from '../secrets/bases.ts';
import { choose } from '../secrets/choose.ts';
import { comparable, sendShared } from '../secrets/examination.ts';
import { plant } from '../secrets/planted-wiki.ts';
import { Visitor } from '../visitor.ts';
import { randomChange } from './random-change.ts';

export interface KeptOptions {
  readonly engine: EngineName;
  /** Equal requests with a change of the database between them. */
  readonly pairs: number;
  readonly seed: number;
}

export interface KeptReport {
  /** Requests that got an answer that was kept. */
  readonly kept: number;
  /** Pairs between which the answer became another. */
  readonly changed: number;
  /** Answers that were not what the database said by then. */
  readonly stale: readonly string[];
}

/** Requests that are asked again after each change. */
const GROUP = 6;
/** Questions to choose from, of some hundred thousand. */
const SHARE = 0.002;
/** Characters of an answer that holds something which may change. */
const TELLING = 600;

/**
 * Asks the same again and again while the database changes at random, of two workers that keep answers and of a server that keeps none: they must tell the same
 * at any moment. All have the same time: what was kept for a second is kept until the next change.
 */
export async function examineKept({ engine, pairs, seed }: KeptOptions): Promise<KeptReport> {
  const random = new Random(seed);
  await using stand = new Stand();
  const wiki = stand.use(await openWiki(engine));
  const planted = await plant(wiki, []);
  const start = (flags: readonly string[]): Promise<RunningServer> =>
    stand.serve(['--database', wiki.url, '--clock', '2024-01-15T00:00:00Z', ...flags], stand.folder());
  const keeping = await start(['--workers', '2', '--one-server']);
  const plain = await start(['--workers', '1', '--kept-answers', '0']);
  const asking = stand.use(new Visitor(plain.api));
  const others = Array.from({ length: CONNECTIONS }, () => stand.use(new Visitor(keeping.api)));
  const tell = async (visitor: Visitor, question: Question): Promise<string> => comparable(await sendShared(visitor, question, ''));
  const questions: Question[] = [];
  for (const question of await choose(planted, asking, SHARE))
    if (!isCounted(question) && (await tell(asking, question)).length > TELLING) questions.push(question);
  const stale: string[] = [];
  let changed = 0;
  for (let done = 0; done < pairs; done += GROUP) {
    const group = Array.from({ length: GROUP }, () => random.of(questions));
    const before = await Promise.all(group.map(question => tell(asking, question)));
    // The first time a worker only notes it, the second time it keeps the answer.
    for (let time = 0; time < 4; time++) await Promise.all(group.flatMap(question => others.map(visitor => tell(visitor, question))));
    const changes = await changeSomething(wiki, random);
    const after = await Promise.all(group.map(question => tell(asking, question)));
    for (const [i, question] of group.entries()) {
      if (before[i] !== after[i]) changed++;
      for (const visitor of others) {
        const told = await tell(visitor, question);
        if (told !== after[i])
          stale.push(
            `${JSON.stringify(question)} after ${changes.join(', ')}:\n   ${told.slice(0, 300)}\n   not ${after[i]?.slice(0, 300)}`,
          );
      }
    }
  }
  return { kept: await countKept(keeping), changed, stale };
}

/** Several: most tables matter to few requests. */
async function changeSomething(wiki: TestWiki, random: Random): Promise<string[]> {
  const changes: string[] = [];
  while (changes.length < 20) {
    const change = await randomChange(wiki.db, random);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

/** Workers take connections by turns: two at once reach both. */
const CONNECTIONS = 2;

/** What each process counts once in a while. */
const isCounted = (question: Question): boolean => /statistics|usergroups/.test(String(question.siprop));

/** Returns how many requests got a cached response. */
export async function countKept({ origin }: RunningServer): Promise<number> {
  // They are kept for a second.
  await delay(1000);
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^wikiquery_kept_answers_total (\d+)$/m.exec(metrics)?.[1] ?? 0);
}
