// Before and after all tests: a PostgreSQL for those that were given none, a place for compiled programs, and at the end what was left out.
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './server.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** What a test needs that is not on every machine, and how to get it: said at the end of the run when the test was skipped. */
    needs?: string;
  }
}

export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const postgres = process.env.TEST_POSTGRES_URL || !isWanted('postgres') ? undefined : await startPostgres();
  // The programs that tests start are compiled once: most of their start would be that.
  process.env.NODE_COMPILE_CACHE ??= join(vitest.config.root, 'node_modules/.cache/wikiquery-programs');
  // Processes that are started from now on have it.
  if (postgres) process.env.TEST_POSTGRES_EMBEDDED = postgres.url;
  return async () => {
    await postgres?.stop();
    delete process.env.TEST_POSTGRES_EMBEDDED;
    // Whoever chose tests by name knows.
    if (vitest.config.testNamePattern) return;
    const skipped = vitest.state.getTestModules().flatMap(module => [...module.children.allTests('skipped')]);
    const left = leftOut(skipped.map(test => test.meta().needs));
    if (left.length > 0) process.stderr.write(`Left out:\n${left.map(each => `  ${each}\n`).join('')}\n`);
  };
}

/** Whoever chose the engines knows what was left out. */
function isWanted(engine: string): boolean {
  const { TEST_ENGINES } = process.env;
  return !TEST_ENGINES || TEST_ENGINES.split(',').some(name => name.trim() === engine);
}

function leftOut(needs: readonly (string | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const need of needs) if (need) counts.set(need, (counts.get(need) ?? 0) + 1);
  return [
    ...(process.env.TEST_MARIADB_URL || !isWanted('mariadb') ? [] : ['all tests on MariaDB: set TEST_MARIADB_URL']),
    ...Array.from(counts, ([need, count]) => `${count} ${count === 1 ? 'test that needs' : 'tests that need'} ${need}`),
  ];
}
