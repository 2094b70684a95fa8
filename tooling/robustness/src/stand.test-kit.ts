import { Stand } from '@wikiquery/launch/stand';
import { afterAll, type afterEach } from 'vitest';

/** Resources of the tests of a file or of a `describe`, closed after all of them, or after each with `afterEach`. */
export function useStand(after: typeof afterAll | typeof afterEach = afterAll): Stand {
  const stand = new Stand();
  after(() => stand[Symbol.asyncDispose](), 60_000);
  return stand;
}

/** Collects the warnings of an import. */
export const progressTo = (warnings: string[] = []) => ({
  begin() {},
  update() {},
  end() {},
  warn: (message: string) => void warnings.push(message),
});
