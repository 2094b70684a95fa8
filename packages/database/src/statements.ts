interface CompiledStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class Statements {
  readonly #all = new WeakMap<object, QueryCache>();
  hits = 0;
  misses = 0;

  get(build: object, key: string, compile: () => CompiledStatement): CompiledStatement {
    let cache = this.#all.get(build);
    if (!cache) {
      cache = new QueryCache();
      this.#all.set(build, cache);
    }
    const known = cache.get(key);
    if (known) {
      this.hits += 1;
      return known;
    }
    this.misses += 1;
    const { sql, parameters } = compile();
    return cache.keep(key, { sql, parameters });
  }
}

/** Compiled forms of one query. Evicts the oldest form, because tracking the last use would take longer than a lookup. */
class QueryCache {
  readonly #statements = new Map<string, CompiledStatement>();
  #characters = 0;

  get(key: string): CompiledStatement | undefined {
    return this.#statements.get(key);
  }
  keep(key: string, statement: CompiledStatement): CompiledStatement {
    const size = sizeOf(key, statement);
    if (size > MOST_CHARACTERS) return statement;
    for (const [oldest, other] of this.#statements) {
      if (this.#statements.size < MOST_KEPT && this.#characters + size <= MOST_CHARACTERS) break;
      this.#statements.delete(oldest);
      this.#characters -= sizeOf(oldest, other);
    }
    this.#statements.set(key, statement);
    this.#characters += size;
    return statement;
  }
}

const sizeOf = (key: string, { sql, parameters }: CompiledStatement): number => sql.length + 8 * parameters.length + key.length;

const MOST_KEPT = 200;
const MOST_CHARACTERS = 1 << 20;
