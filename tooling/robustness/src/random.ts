/** Repeatable random choices: the same seed makes the same ones, on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. The generator is Mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** From 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }
  /** One of the items, which must not be none. */
  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
  /** Different items, at most `most` and at least one if there are any, in any order. */
  some<T>(items: readonly T[], most: number): T[] {
    const rest = [...items];
    const wanted = 1 + this.below(Math.min(most, items.length));
    return Array.from({ length: Math.min(wanted, items.length) }, () => rest.splice(this.below(rest.length), 1)[0] as T);
  }
}
