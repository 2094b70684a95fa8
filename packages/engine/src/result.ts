import { rememberedOf } from '@wikiquery/core/host';

/** An object whose keys, including numeric ones, keep the order in which they were added. */
export type Ordered = Map<string, unknown>;

/** Returns an object with ids as keys. Like MediaWiki, returns a list sorted by id if the largest id is the number of entries minus one. */
export function keyedById(entries: Iterable<readonly [id: number, value: unknown]>): Ordered | unknown[] {
  const all = [...entries];
  const largest = all.reduce((most, [id]) => Math.max(most, id), -1);
  if (largest !== all.length - 1) return new Map(all.map(([id, value]) => [String(id), value]));
  return all.toSorted(([a], [b]) => a - b).map(([, value]) => value);
}

/** The size budget of a response in bytes (`$wgAPIMaxResultSize`). */
export class Budget {
  readonly #bytes: number;
  #left: number;
  /** The values of which only the size estimate was taken. They are measured when the budget runs out. */
  #estimated: (readonly unknown[])[] = [];
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }
  /** Upper bound of the size taken so far, in bytes. */
  get taken(): number {
    return this.#bytes - this.#left;
  }
  /** Takes the size of a value from the budget. Returns false if it does not fit. */
  take(value: unknown): boolean {
    const known = rememberedOf(value);
    if (known) known.size ??= sizeOf(value);
    // Stop measuring at a size that cannot fit.
    const size = known?.size ?? sizeOf(value, this.#bytes);
    if (size > this.#left) this.#count();
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
  /** Takes the estimated size of values, which must not change afterwards. Returns false, without taking any, if they might not fit. */
  takeAll(values: readonly unknown[]): boolean {
    const most = estimate(values, this.#left);
    if (most > this.#left) return false;
    this.#left -= most;
    this.#estimated.push(values);
    return true;
  }

  #count(): void {
    for (const values of this.#estimated) this.#left += estimate(values) - sizeOf(values);
    this.#estimated = [];
  }
}

/** Returns the size of a value as MediaWiki measures it: the bytes of all scalars, without keys. Measuring stops beyond `enough`. */
export function sizeOf(value: unknown, enough = Infinity): number {
  switch (typeof value) {
    case 'string':
      return value.length > enough ? value.length : Buffer.byteLength(value);
    case 'number':
      return String(value).length;
    case 'boolean':
      return value ? 1 : 0;
    case 'object': {
      if (value === null) return 0;
      let size = 0;
      // For objects of many shapes, `Object.values` is faster than for-in.
      const items = Array.isArray(value) ? value : value instanceof Map ? value.values() : Object.values(value);
      for (const item of items) {
        size += sizeOf(item, enough - size);
        if (size > enough) break;
      }
      return size;
    }
    default:
      return 0;
  }
}

/** Returns an upper bound of the size of a value, much faster than `sizeOf`. Estimation stops beyond `enough`. */
function estimate(value: unknown, enough = Infinity): number {
  if (typeof value === 'string') return value.length * 3;
  if (typeof value !== 'object' || value === null) return LONGEST_SCALAR;
  let most = 0;
  if (Array.isArray(value) || value instanceof Map) {
    for (const item of value.values()) {
      most += estimate(item, enough - most);
      if (most > enough) break;
    }
    return most;
  }
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key];
    most += typeof item === 'string' ? item.length * 3 : estimate(item, enough - most);
    if (most > enough) break;
  }
  return most;
}

/** Length of the longest number, such as `-1.2345678901234567e-123`. */
const LONGEST_SCALAR = 24;
