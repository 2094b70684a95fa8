import { LRUCache } from 'lru-cache';

interface Kept {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The statements of one database that were compiled for several requests. */
export class Statements {
  readonly #all = new WeakMap<object, LRUCache<string, Kept>>();

  get(build: object, key: string, compile: () => Kept): Kept {
    let ofBuild = this.#all.get(build);
    if (!ofBuild) {
      ofBuild = new LRUCache({ max: MOST_KEPT });
      this.#all.set(build, ofBuild);
    }
    let statement = ofBuild.get(key);
    if (!statement) {
      const { sql, parameters } = compile();
      statement = { sql, parameters };
      ofBuild.set(key, statement);
    }
    return statement;
  }
}

const MOST_KEPT = 200;
