import { type ApiError, badContinue, type Cursor } from '@wikiquery/core';
import type { Wire } from '@wikiquery/core/host';
import type { Ordered } from '../result.ts';

type Values = Map<string, string | number>;

/**
 * The continuation of a request: the modules that still have to run, and the parameters of the next request. The parameter `continue` has
 * the form `GENERATOR||FINISHED`: the names of the generator's parameters to repeat (`-` if all pages are finished), and the finished
 * modules.
 */
export class Continuation {
  /** Whether earlier responses completed all pages. */
  readonly generatorDone: boolean;
  readonly #all: readonly string[];
  readonly #props: readonly string[];
  readonly #finished: ReadonlySet<string>;
  /** The generator's parameters in this request, which select the same pages again. */
  #sameBatch: Values = new Map();
  readonly #modules = new Map<string, Values>();
  #generator: { name: string; values: Values } | undefined;
  #repetition: { name: string; values: Values } | undefined;

  /** `all` contains the names of the requested modules in order, and `props` those of the modules that use the page set. */
  constructor(wire: Wire, all: readonly string[], props: readonly string[]) {
    this.#all = all;
    const marker = wire.get('continue') ?? '';
    const parts = marker === '' ? ['', ''] : marker.split('||');
    if (parts.length !== 2) throw malformed();
    const [generator, finished] = parts as [string, string];
    this.generatorDone = generator === '-';
    this.#finished = finished === '' ? NONE : new Set(finished.split('|'));
    this.#props = props;
    if (!this.generatorDone && generator !== '') {
      for (const name of generator.split('|')) {
        const value = wire.get(name);
        if (value !== undefined) this.#sameBatch.set(name, value);
      }
    }
  }

  runs(name: string): boolean {
    return !this.#finished.has(name) && !(this.generatorDone && this.#props.includes(name));
  }

  /** Records the cursor at which a module resumes. */
  stopModule(name: string, prefix: string, cursor: Cursor): void {
    const values = cursorValues(prefix, cursor);
    const begun = this.#modules.get(name);
    this.#modules.set(name, begun ? new Map([...begun, ...values]) : values);
  }

  /** Records the generator's cursor of the current pages, which remains valid if pages are added before them. */
  repeatGenerator(name: string, prefix: string, cursor: Cursor): void {
    const repeated = cursorValues(`g${prefix}`, cursor);
    this.#repetition = { name, values: repeated };
    this.#sameBatch = new Map([...repeated, ...this.#sameBatch, ...repeated]);
  }

  stopGenerator(name: string, prefix: string, cursor: Cursor): void {
    this.#generator = { name, values: cursorValues(`g${prefix}`, cursor) };
  }

  /** Returns the values of `continue` (undefined if all modules have finished), and whether the batch of pages is complete. */
  toResult(): { values: Ordered | undefined; batchComplete: boolean } {
    if (this.#modules.size === 0 && !this.#generator) return ALL_DONE;
    const values: Values = new Map();
    const add = (some: Values) => {
      for (const [name, value] of some) values.set(name, value);
    };
    const unfinishedProps: Values[] = [];
    for (const [name, cursor] of this.#modules) {
      if (this.#props.includes(name)) unfinishedProps.push(cursor);
      else add(cursor);
    }
    let finished = this.#all.filter(name => !this.#modules.has(name));
    let generator = '-';
    if (unfinishedProps.length > 0) {
      unfinishedProps.forEach(add);
      add(this.#sameBatch);
      generator = [...this.#sameBatch.keys()].join('|');
    } else if (this.#generator) {
      add(this.#generator.values);
      finished = finished.filter(name => !this.#props.includes(name));
      generator = [...this.#generator.values.keys()].join('|');
    }
    const goesOn = values.size > 0 || generator !== '-';
    if (goesOn) values.set('continue', `${generator}||${finished.join('|')}`);
    return { values: goesOn ? values : undefined, batchComplete: unfinishedProps.length === 0 };
  }

  /** Returns `query-continue` for `rawcontinue`: the values by module. */
  toRawResult(): Ordered | undefined {
    const modules: Ordered = new Map(this.#modules);
    if (this.#generator) {
      const { name, values } = this.#generator;
      modules.set(name, new Map([...(this.#modules.get(name) ?? []), ...values]));
    }
    return modules.size > 0 ? modules : undefined;
  }

  /** Returns `query-noncontinue` for `rawcontinue`: the parameters that select the same pages again. */
  toRawRepetition(): Ordered | undefined {
    return this.#repetition && new Map([[this.#repetition.name, this.#repetition.values]]);
  }
}

const NONE: ReadonlySet<string> = new Set();
const ALL_DONE = { values: undefined, batchComplete: true };

function cursorValues(prefix: string, cursor: Cursor): Values {
  if (typeof cursor !== 'object') return new Map([[`${prefix}continue`, cursor]]);
  return new Map(Object.entries(cursor).map(([name, value]) => [prefix + name, value]));
}

/** Makes the error `badcontinue`. Like MediaWiki, reports it for the module `main`. */
function malformed(): ApiError {
  const error = badContinue();
  error.module = 'main';
  return error;
}
