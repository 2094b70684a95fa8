import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const conditions = ['@wikiquery/source', 'node', 'default'];

/** Runs the tests that start programs first: they take longest, and would otherwise run alone at the end. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startsPrograms = ({ moduleId }: TestSpecification): boolean =>
      /^(?:apps|tooling)\//.test(relative(this.ctx.config.root, moduleId));
    return (await super.sort(files)).sort((a, b) => Number(startsPrograms(b)) - Number(startsPrograms(a)));
  }
}

/** Tests that attack, break or load whole programs take minutes. They run if `CI` is set. */
const SLOW = ['**/*.slow.test.ts', 'tooling/robustness/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,apps,tooling}/**/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(process.env.CI ? [] : SLOW)],
    passWithNoTests: !process.env.CI,
    globalSetup: 'packages/embedded-postgres/src/index.ts',
    isolate: false,
    sequence: { sequencer: ProgramsFirst },
    // The timeouts catch only tests that hang: on a busy machine, any test can be slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each package's tests are a separate run, which reuses the modules that earlier runs transformed.
    fsModuleCache: true,
    // Three workers suit two cores: one of them usually waits for PostgreSQL, a starting server or a timer.
    maxWorkers: 3,
  },
});
