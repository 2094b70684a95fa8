import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';

/** The statements of one database that were compiled for several requests. */
export class Statements {
  readonly #all = new WeakMap<object, LRUCache<string, CompiledQuery>>();

  get(build: object, key: string, compile: () => CompiledQuery): CompiledQuery {
    let ofBuild = this.#all.get(build);
    if (!ofBuild) {
      ofBuild = new LRUCache({ max: MOST_KEPT });
      this.#all.set(build, ofBuild);
    }
    let statement = ofBuild.get(key);
    if (!statement) {
      statement = compile();
      ofBuild.set(key, statement);
    }
    return statement;
  }
}

const MOST_KEPT = 200;
