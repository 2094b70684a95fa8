import { Stand } from '@wikiquery/launch/stand';
import { afterAll, type afterEach, expect, vi } from 'vitest';

/** Returns a stand for a test file or `describe`. It is disposed after all tests or, with `afterEach`, after each test. */
export function useStand(after: typeof afterAll | typeof afterEach = afterAll): Stand {
  const stand = new Stand();
  after(() => stand[Symbol.asyncDispose](), 60_000);
  return stand;
}

/** Waits until all workers (two or more) of a server respond. */
export const waitForWorkers = (origin: string, workers: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const metrics = await (await fetch(`${origin}/metrics`)).text();
      expect([...metrics.matchAll(/^wikiquery_process_up\{.*\} 1$/gm)]).toHaveLength(workers);
    },
    { timeout: 60_000, interval: 200 },
  );

/** Returns progress callbacks for an import, which collect its warnings. */
export const progressTo = (warnings: string[] = []) => ({
  begin() {},
  update() {},
  end() {},
  warn: (message: string) => void warnings.push(message),
});
