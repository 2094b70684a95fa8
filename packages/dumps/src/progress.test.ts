import { expect, it, vi } from 'vitest';
import { progressLine, terminalProgress } from './progress.ts';

it('progressLine uses the singular for a count of 1', () => {
  expect(progressLine('dump.xml', undefined, { pages: 1, 'log entries': 1, revisions: 2 }, 1, 120)).toBe(
    'dump.xml | 1 page (1/s), 1 log entry (1/s), 2 revisions (2/s)',
  );
});

it('lines outside of a terminal report at most 100 percent', () => {
  const written: string[] = [];
  const stream = { isTTY: false, write: (line: string) => written.push(line) } as unknown as NodeJS.WriteStream;
  const progress = terminalProgress(stream);
  vi.useFakeTimers();
  progress.begin('full-text index', 100);
  vi.advanceTimersByTime(6000);
  progress.update(130, { pages: 12 });
  progress.end();
  progress.end();
  vi.useRealTimers();
  expect(written).toEqual(['full-text index: 100%, 12 pages (2/s), 0 s left\n', 'full-text index: 12 pages (2/s), in 6.0 s\n']);
});
