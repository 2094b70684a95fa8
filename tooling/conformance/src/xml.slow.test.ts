import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SET } from './excuses.ts';
import { print } from './json.ts';
import { readRecording } from './recording.ts';
import { describeFailure } from './report.ts';
import { judgeSet } from './set-judge.ts';
import { continuationOf, readXml } from './xml.ts';

describe('XML parsing', () => {
  const read = (text: string): string | undefined => {
    const node = readXml(text);
    return node && print(node);
  };

  it('ignores the order of attributes, but not of elements', () => {
    expect(read('<?xml version="1.0"?><api b="1" a="2"><x/><y c=""> d </y></api>')).toBe('{"a":"2","b":"1","x":{},"y":{"c":"","*":" d "}}');
    expect(read('<api a="2" b="1"><x/><y c=""> d </y></api>')).toBe(read('<api b="1" a="2"><x/><y c=""> d </y></api>'));
    expect(read('<api><x/><y/></api>')).not.toBe(read('<api><y/><x/></api>'));
    expect(read('<api><x>')).toBeUndefined();
  });
  it('returns the continue values of a response', () => {
    expect(continuationOf('<api><continue apcontinue="A &amp; B" continue="-||"/></api>')).toEqual({
      apcontinue: 'A & B',
      continue: '-||',
    });
    expect(continuationOf('<api/>')).toBeUndefined();
  });
});

it('apps/server returns the XML that MediaWiki returns', { timeout: 120_000 }, async () => {
  const set = join(import.meta.dirname, '../sets', DEFAULT_SET);
  const options = { flags: ['--workers', '1'], concurrency: 4, timeout: 60_000, isPart: true };
  const { results, failed, excused, warnings } = await judgeSet(set, readRecording(set, 'xml'), options);
  expect(warnings).toEqual([]);
  expect(failed.map(describeFailure).join('\n')).toBe('');
  expect(new Set(results.map(({ row }) => row.probe.module)).size).toBeGreaterThan(60);
  expect(excused.size).toBeLessThan(results.length / 50);
});
