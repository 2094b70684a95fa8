import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';

/** The source that stands in the place of another one. */
export interface Replacement {
  /** Relative to the root, as is the folder of the tests. */
  readonly file: string;
  readonly text: string;
}

/** Runs the tests of one folder after the other, each with one source replaced: one process that has everything else loaded. */
export class Tests {
  readonly #root: string;
  #vitest: Vitest | undefined;
  #replaced: Replacement | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** The first error of the tests; undefined where they pass. Tests that do not end within three minutes have failed. */
  async problem(folder: string, replaced: Replacement): Promise<string | undefined> {
    this.#vitest ??= await this.#open();
    for (const each of [this.#replaced, replaced]) if (each) this.#vitest.invalidateFile(join(this.#root, each.file));
    this.#replaced = replaced;
    const specifications = await this.#vitest.globTestSpecifications([`${folder}/`]);
    const late = new AbortController();
    const result = await Promise.race([
      this.#vitest.runTestSpecifications(specifications),
      setTimeout(LONGEST, undefined, { signal: late.signal, ref: false }),
    ]).finally(() => late.abort());
    if (!result) await this.close();
    if (!result) return 'The tests do not end.';
    // The result holds those of earlier runs, too.
    const modules = specifications.flatMap(({ testModule }) => testModule ?? []);
    if (modules.length === 0) return 'There is no test.';
    const errors = [...result.unhandledErrors, ...modules.flatMap(module => errorsOf(module))];
    return errors.length > 0 ? String((errors[0] as Partial<Error>).message) : undefined;
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#vitest = undefined;
  }

  #open(): Promise<Vitest> {
    const options = { root: this.#root, watch: false, reporters: [{}], bail: 1, maxWorkers: 1 };
    const isReplaced = (id: string): boolean => this.#replaced !== undefined && id === join(this.#root, this.#replaced.file);
    return createVitest('test', options, {
      plugins: [
        {
          name: 'replaced source',
          enforce: 'pre',
          load: id => (isReplaced(id) ? this.#replaced?.text : undefined),
          // The cache goes by the text on the disk.
          configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (isReplaced(id) ? false : undefined)),
        },
      ],
    });
  }
}

const errorsOf = (module: TestModule): unknown[] => [
  ...module.errors(),
  ...[...module.children.allSuites()].flatMap(suite => suite.errors()),
  ...[...module.children.allTests('failed')].flatMap(test => test.result().errors ?? []),
];

const LONGEST = 180_000;
