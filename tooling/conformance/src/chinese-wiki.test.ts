import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecording } from './recording.ts';
import { describeFailure } from './report.ts';
import { judgeSet } from './set-judge.ts';

const set = join(import.meta.dirname, '../sets/zh-1.45-sqlite');

it('apps/server returns the responses of MediaWiki 1.45 for a Chinese wiki in all language variants', { timeout: 120_000 }, async () => {
  const recording = readRecording(set);
  const { results, failed, explained, warnings } = await judgeSet(set, recording, {
    flags: ['--workers', '1'],
    concurrency: 2,
    timeout: 30_000,
  });
  expect(warnings).toEqual([]);
  expect(results).toHaveLength(recording.probes.length);
  expect(failed.map(describeFailure)).toEqual([]);
  // Only the order of search results is known to differ from MediaWiki's.
  const known = new Set([...(explained?.values() ?? [])].flat());
  expect(new Set([...known].map(({ row }) => row.probe.module))).toEqual(new Set(['search']));
  expect(known.size).toBeLessThan(results.length / 50);
});
