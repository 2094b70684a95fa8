export type Serializable = string | number | boolean | null | readonly Serializable[] | { readonly [key: string]: Serializable };

export function serializePhp(value: Serializable): string {
  if (value === null) return 'N;';
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`;
  if (typeof value === 'string') return `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries = Object.entries(value);
  return `a:${entries.length}:{${entries.map(([key, item]) => serializeKey(key) + serializePhp(item)).join('')}}`;
}

/** PHP turns integer keys into numbers. */
const serializeKey = (key: string): string => serializePhp(/^(?:0|-?[1-9]\d*)$/.test(key) ? Number(key) : key);
