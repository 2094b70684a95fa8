import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { processMemory, watchHeap, wikisWithin } from './memory.ts';

describe('the number of open wikis', () => {
  it('follows the memory of the process', () => {
    const within = (megabytes: number, hasFiles: boolean) => wikisWithin(megabytes * 2 ** 20, hasFiles);
    expect([64, 512, 1024, 4096].map(megabytes => within(megabytes, true))).toEqual([2, 19, 39, 157]);
    expect([64, 512, 1024, 4096].map(megabytes => within(megabytes, false))).toEqual([10, 85, 170, 682]);
    expect(within(1, true)).toBe(1);
  });

  it('is lower for processes that share a machine', () => {
    const [alone, shared] = [processMemory(1), processMemory(100)];
    expect(shared).toBeGreaterThan(0);
    expect(shared).toBeLessThan(alone);
  });

  it('is reduced after a garbage collection that leaves the heap almost full', async () => {
    let used = 0.9;
    const close = vi.fn<() => void>();
    onTestFinished(watchHeap(close, () => used));
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
    collect();
    await vi.waitFor(() => expect(close).toHaveBeenCalled(), { timeout: 10_000 });
    used = 0.5;
    close.mockClear();
    collect();
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(close).not.toHaveBeenCalled();
  });
});
