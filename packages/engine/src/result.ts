/** An object whose keys keep the order in which they were added, numbers included. */
export type Ordered = Map<string, unknown>;

/** An object keyed by ids; with the keys 0, 1, 2 … it is a list, as in the answers of MediaWiki. */
export function keyedById(entries: Iterable<readonly [id: number, value: unknown]>): Ordered | unknown[] {
  const all = [...entries];
  return all.every(([id], i) => id === i) ? all.map(([, value]) => value) : new Map(all.map(([id, value]) => [String(id), value]));
}

/** Size of a value as MediaWiki counts it for its result limit: bytes of all scalars, keys free. */
function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(value);
    case 'number':
      return String(value).length;
    case 'boolean':
      return value ? 1 : 0;
    case 'object': {
      if (value === null) return 0;
      let size = 0;
      if (Array.isArray(value)) for (const item of value) size += sizeOf(item);
      else if (value instanceof Map) for (const item of value.values()) size += sizeOf(item);
      else for (const key in value) size += sizeOf((value as Record<string, unknown>)[key]);
      return size;
    }
    default:
      return 0;
  }
}

/** How much more the response may hold (`$wgAPIMaxResultSize`). */
export class Budget {
  #left: number;
  constructor(bytes: number) {
    this.#left = bytes;
  }
  /** Takes the value's size off; false when it does not fit. */
  take(value: unknown): boolean {
    const size = sizeOf(value);
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
}
