interface Kept {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The statements of one database that were compiled for several requests. */
export class Statements {
  readonly #all = new WeakMap<object, OfBuild>();
  hits = 0;
  misses = 0;

  get(build: object, key: string, compile: () => Kept): Kept {
    let ofBuild = this.#all.get(build);
    if (!ofBuild) {
      ofBuild = new OfBuild();
      this.#all.set(build, ofBuild);
    }
    const known = ofBuild.get(key);
    if (known) {
      this.hits += 1;
      return known;
    }
    this.misses += 1;
    const { sql, parameters } = compile();
    return ofBuild.keep(key, { sql, parameters });
  }
}

/** The forms of one query. The oldest goes first: to note which was used last takes longer than to find it, and few queries have so many forms. */
class OfBuild {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  get(key: string): Kept | undefined {
    return this.#kept.get(key);
  }
  keep(key: string, statement: Kept): Kept {
    const size = sizeOf(key, statement);
    if (size > MOST_CHARACTERS) return statement;
    for (const [oldest, other] of this.#kept) {
      if (this.#kept.size < MOST_KEPT && this.#characters + size <= MOST_CHARACTERS) break;
      this.#kept.delete(oldest);
      this.#characters -= sizeOf(oldest, other);
    }
    this.#kept.set(key, statement);
    this.#characters += size;
    return statement;
  }
}

const sizeOf = (key: string, { sql, parameters }: Kept): number => sql.length + 8 * parameters.length + key.length;

const MOST_KEPT = 200;
/** Of the texts of one query; a longer one is made anew each time. */
const MOST_CHARACTERS = 1 << 20;
