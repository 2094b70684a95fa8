import { LRUCache } from 'lru-cache';

interface Kept {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The statements of one database that were compiled for several requests. */
export class Statements {
  readonly #all = new WeakMap<object, LRUCache<string, Kept>>();
  hits = 0;
  misses = 0;

  get(build: object, key: string, compile: () => Kept): Kept {
    let ofBuild = this.#all.get(build);
    if (!ofBuild) {
      ofBuild = new LRUCache({
        max: MOST_KEPT,
        maxSize: MOST_CHARACTERS,
        sizeCalculation: ({ sql, parameters }, key) => sql.length + 8 * parameters.length + key.length,
      });
      this.#all.set(build, ofBuild);
    }
    let statement = ofBuild.get(key);
    if (statement) this.hits += 1;
    else {
      this.misses += 1;
      const { sql, parameters } = compile();
      statement = { sql, parameters };
      ofBuild.set(key, statement);
    }
    return statement;
  }
}

const MOST_KEPT = 200;
/** Of the texts of one query; a longer one is made anew each time. */
const MOST_CHARACTERS = 1 << 20;
