// Global test setup: starts PostgreSQL unless a server is configured, sets a compile cache, and reports skipped tests at the end.
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Requirement of a test that some machines lack, and how to meet it. Reported at the end of the run if the test was skipped. */
    needs?: string;
  }
}

/** Starts the embedded PostgreSQL before the tests. Returns the function that stops it and reports skipped tests. */
export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const postgres = process.env.TEST_POSTGRES_URL || !usesEngine('postgres') ? undefined : await startPostgres();
  // Without a compile cache, test programs would spend most of their startup time on compilation.
  process.env.NODE_COMPILE_CACHE ??= join(vitest.config.root, 'node_modules/.cache/wikiquery-programs');
  if (postgres) process.env.TEST_POSTGRES_EMBEDDED = postgres.url;
  return async () => {
    await postgres?.stop();
    delete process.env.TEST_POSTGRES_EMBEDDED;
    // A filter by name skips tests on purpose.
    if (vitest.config.testNamePattern) return;
    const skipped = vitest.state.getTestModules().flatMap(module => [...module.children.allTests('skipped')]);
    const reasons = skipReasons(skipped.map(test => test.meta().needs));
    if (reasons.length > 0) process.stderr.write(`Skipped:\n${reasons.map(each => `  ${each}\n`).join('')}\n`);
  };
}

function usesEngine(engine: string): boolean {
  const { TEST_ENGINES } = process.env;
  return !TEST_ENGINES || TEST_ENGINES.split(',').some(name => name.trim() === engine);
}

function skipReasons(needs: readonly (string | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const need of needs) if (need) counts.set(need, (counts.get(need) ?? 0) + 1);
  return [
    ...(process.env.CI ? [] : ['slow tests: set CI']),
    ...(process.env.TEST_MARIADB_URL || !usesEngine('mariadb') ? [] : ['all tests on MariaDB: set TEST_MARIADB_URL']),
    ...Array.from(counts, ([need, count]) => `${count} ${count === 1 ? 'test that needs' : 'tests that need'} ${need}`),
  ];
}
