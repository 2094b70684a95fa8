/** Value that {@link serializePhp} accepts. */
export type Serializable = string | number | boolean | null | readonly Serializable[] | { readonly [key: string]: Serializable };

/** Serializes a value as PHP's `serialize` does. Objects become arrays. */
export function serializePhp(value: Serializable): string {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries = Object.entries(value);
  return `a:${entries.length}:{${entries.map(([key, item]) => serializeKey(key) + serializePhp(item)).join('')}}`;
}

/** Serializes an array key. PHP converts integer strings to numbers. */
const serializeKey = (key: string): string => serializePhp(/^(?:0|-?[1-9]\d*)$/.test(key) ? Number(key) : key);
