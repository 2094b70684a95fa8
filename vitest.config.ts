import { defineConfig } from 'vitest/config';

const conditions = ['@wikiquery/source', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,apps,tooling}/**/src/**/*.test.ts'],
    globalSetup: 'packages/embedded-postgres/src/index.ts',
    isolate: false,
    // Only what hangs: a busy machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The tests of each package are a run of their own; what one compiled serves the next.
    fsModuleCache: true,
    // Of three on two cores one waits: for PostgreSQL, a server that starts, a clock.
    maxWorkers: 3,
  },
});
