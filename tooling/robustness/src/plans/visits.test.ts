import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyTables } from '@wikiquery/benchmark/copy';
import { benchmarkWiki, RELEASE } from '@wikiquery/benchmark/wiki';
import { type EngineName, open } from '@wikiquery/database';
import { engines, openWiki, remakeTables } from '@wikiquery/testing';
import { afterAll, expect, it } from 'vitest';
import { visitedBy } from './counter.ts';
import { readSamples } from './sweep.ts';
import { isWithin, openVisitCounter, type Visit } from './visits.ts';

const folder = mkdtempSync(join(tmpdir(), 'wikiquery-visits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (pages: number): string => benchmarkWiki(folder, pages / 1_000_000, () => {}).file;

/** What is frequent, so that an answer is soon full. */
const FREQUENT = [
  'prop=links&plnamespace=0',
  'prop=links&plnamespace=1',
  'prop=links&plnamespace=0|1',
  'prop=contributors&pcgroup=bot',
  'list=logevents&lenamespace=0',
  'list=logevents&leprefix=M',
  'list=alllinks&aldir=descending',
  'list=allpages&apfilterlanglinks=withoutlanglinks',
  'list=usercontribs&ucuser=Writer 1&ucnamespace=0',
  'list=blocks&bklimit=max',
];
/** What is rare, or not there: a request looks at some thousand rows, and is continued. */
const RARE = [
  'list=recentchanges&rcshow=anon',
  'prop=linkshere&lhnamespace=0',
  'list=allpages&apmaxsize=0',
  'list=allpages&apminsize=100000',
  'list=allpages&apprtype=edit',
  'list=logevents&letag=mobile edit',
  'list=allrevisions&arvnamespace=8',
  'list=exturlusage&eunamespace=8',
  'list=langbacklinks&lbllang=de&lblcontinue=de|Seite 9|1',
];

/** Rows that are looked at to find what is wanted among the others. */
const BESIDE = 4000;

/** Of a wiki so small PostgreSQL reads the revisions as a whole; with 100,000 pages it looks up 150 of them. */
const READ_WHOLE: Partial<Record<EngineName, readonly string[]>> = { postgres: ['prop=contributors&pcgroup=bot'] };

async function visitsOf(engine: EngineName, url: string, requests: readonly string[]): Promise<Visit[]> {
  const database = await open(url);
  const { pages } = await readSamples(database.db);
  await database.close();
  await using counter = await openVisitCounter(engine, url);
  const visits: Visit[] = [];
  for (const request of requests) {
    const question = { ...(request.startsWith('prop') && { titles: pages }), ...Object.fromEntries(new URLSearchParams(request)) };
    visits.push(await counter.visit(request, question));
  }
  return visits;
}

it('visits hardly more rows for a request when the wiki is twice as large', { timeout: 180_000 }, async () => {
  // In the smaller one a request looks at as many rows as it may already.
  const requests = [...FREQUENT, ...RARE];
  const small = await visitsOf('sqlite', `sqlite:${fileOf(20_000)}`, requests);
  const large = await visitsOf('sqlite', `sqlite:${fileOf(40_000)}`, requests);
  expect(small.filter(visit => visit.answered < 2)).toEqual([]);
  expect(large.filter((visit, i) => !isWithin(visit, BESIDE) && visit.visited > 1.2 * small[i]!.visited)).toEqual([]);
});

it.each(engines)('visits on %s no more rows than it answers for', { timeout: 180_000 }, async engine => {
  const file = fileOf(4000);
  const wiki = await openWiki(engine);
  try {
    if (engine !== 'sqlite') {
      await remakeTables({ url: wiki.url, engine }, { release: RELEASE });
      await copyTables(engine, { url: wiki.url, file }, () => {});
    }
    const url = engine === 'sqlite' ? `sqlite:${file}` : wiki.url;
    const requests = FREQUENT.filter(request => !READ_WHOLE[engine]?.includes(request));
    expect((await visitsOf(engine, url, requests)).filter(visit => !isWithin(visit, BESIDE))).toEqual([]);
  } finally {
    await wiki.close();
  }
});

it('counts for PostgreSQL the rows that nodes read from tables, with those that they reject', () => {
  const scan = { 'Node Type': 'Index Scan', 'Actual Rows': 2, 'Actual Loops': 3, 'Rows Removed by Filter': 5 };
  expect(visitedBy({ 'Node Type': 'Limit', 'Actual Rows': 2, 'Actual Loops': 1, Plans: [scan] })).toBe(21);
});
