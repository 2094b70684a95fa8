import { rememberedOf } from '@wikiquery/core/host';

/** An object whose keys keep the order in which they were added, numbers included. */
export type Ordered = Map<string, unknown>;

/** An object keyed by ids; a list by id where the largest is their number less one, which MediaWiki takes for the keys of a list. */
export function keyedById(entries: Iterable<readonly [id: number, value: unknown]>): Ordered | unknown[] {
  const all = [...entries];
  const largest = all.reduce((most, [id]) => Math.max(most, id), -1);
  if (largest !== all.length - 1) return new Map(all.map(([id, value]) => [String(id), value]));
  return all.toSorted(([a], [b]) => a - b).map(([, value]) => value);
}

/** How much more the response may hold (`$wgAPIMaxResultSize`). */
export class Budget {
  readonly #bytes: number;
  #left: number;
  /** Taken off by their estimates; they are counted when that matters. */
  #estimated: (readonly unknown[])[] = [];
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }
  /** The size of what was taken, or more. */
  get taken(): number {
    return this.#bytes - this.#left;
  }
  /** Takes the value's size off; false when it does not fit. */
  take(value: unknown): boolean {
    const known = rememberedOf(value);
    if (known) known.size ??= sizeOf(value);
    // What is larger in any case is not counted to its end.
    const size = known?.size ?? sizeOf(value, this.#bytes);
    if (size > this.#left) this.#count();
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
  /** Takes off the sizes of values that will not change any more; false, with nothing taken off, unless they surely fit. */
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

/** Size of a value as MediaWiki counts it for its result limit: bytes of all scalars, keys free. Beyond `enough` it may be less. */
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
      // Values of an object are quicker than for-in where objects are of many kinds.
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

/** No less than the size, and found in a fraction of the time that it takes to count bytes. Beyond `enough` it may be less. */
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

/** -1.2345678901234567e-123 */
const LONGEST_SCALAR = 24;
