import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { benchmarkWiki } from '@wikiquery/benchmark/wiki';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { visitedBy } from './counter.ts';
import { countVisits, isWithin, type Visits } from './visits.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const visitsOf = (scale: number): Promise<Visits> => {
  const { file } = benchmarkWiki(folder, scale, () => {});
  return countVisits('sqlite', `sqlite:${file}`, { extent: 'short' });
};

/** What a request may cost in a small wiki without a comparison. */
const FEW = 5000;

it('of a request grows with what it answers, not with the wiki', { timeout: 300_000 }, async () => {
  const expected: Readonly<Record<string, string>> = JSON.parse(await readFile(join(import.meta.dirname, 'expected-visits.json'), 'utf8'));
  const small = await visitsOf(0.012);
  const large = await visitsOf(0.024);
  expect(large.requests).toBeGreaterThan(1000);
  const before = new Map<string, number>();
  for (const { what, visited } of small.visits) before.set(what, Math.max(visited, before.get(what) ?? 0));
  const growing = large.visits.filter(visit => !isWithin(visit, FEW) && visit.visited > 1.5 * (before.get(visit.what) ?? 0));
  const isExpected = (what: string) => Object.keys(expected).some(pattern => matchesGlob(what, pattern));
  expect(
    growing.filter(({ what }) => !isExpected(what)).map(({ what, question, visited, answered }) => ({ what, question, visited, answered })),
  ).toEqual([]);
});

it('of PostgreSQL is told by the nodes that read tables, with what they reject', () => {
  const scan = { 'Node Type': 'Index Scan', 'Actual Rows': 2, 'Actual Loops': 3, 'Rows Removed by Filter': 5 };
  expect(visitedBy({ 'Node Type': 'Limit', 'Actual Rows': 2, 'Actual Loops': 1, Plans: [scan] })).toBe(21);
});
