import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Result } from './comparison.ts';
import type { Level } from './judge.ts';
import { isUnanswered, type RecordedProbe } from './probe.ts';
import { noteUnrepeatable, readUnrepeatable } from './unrepeatable.ts';

const recorded = (id: string, headers: Record<string, string> = {}): RecordedProbe => ({
  id,
  probe: { id, group: 'list', module: 'search', kind: 'all', session: 'anon', method: 'GET', params: {}, follow: false, compare: 'body' },
  steps: [{ status: 200, headers, body: '{}' }],
});
const result = (id: string, level: Level): Result => ({ row: recorded(id), level, differences: [], headers: [] });

it('keeps for each set the probes that were not exact', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-unrepeatable-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'unrepeatable.json');
  expect(readUnrepeatable(file, 'one')).toEqual(new Set());
  noteUnrepeatable(file, 'one', [result('b', 'different'), result('a', 'semantic'), result('c', 'exact')]);
  noteUnrepeatable(file, 'two', [result('d', 'error')]);
  expect([...readUnrepeatable(file, 'one')]).toEqual(['a', 'b']);
  expect([...readUnrepeatable(file, 'two')]).toEqual(['d']);
});

it('takes for unanswered what MediaWiki failed on inside', () => {
  expect(isUnanswered(recorded('a', { 'mediawiki-api-error': 'internal_api_error_DBQueryError' }))).toBe(true);
  expect(isUnanswered(recorded('a', { 'mediawiki-api-error': 'badcontinue' }))).toBe(false);
  expect(isUnanswered(recorded('a'))).toBe(false);
});
