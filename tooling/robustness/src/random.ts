/** Random choices that depend only on the seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number of at least 0 and less than 1, by Mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** Returns an integer of at least 0 and less than `end`. */
  below(end: number): number {
    return Math.floor(this.fraction() * end);
  }
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }
  /** Returns one of the items, of which there must be at least one. */
  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
  /** Returns one to `most` different items in random order. */
  some<T>(items: readonly T[], most: number): T[] {
    const rest = [...items];
    const count = 1 + this.below(Math.min(most, items.length));
    return Array.from({ length: Math.min(count, items.length) }, () => rest.splice(this.below(rest.length), 1)[0] as T);
  }
}
