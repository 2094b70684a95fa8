/** What was worked out of a constant, by whoever needed it first. */
export interface Remembered {
  /** Bytes, as the size of a response is counted. */
  size?: number;
  json?: string;
  /** In formatversion 1. */
  encoded?: unknown;
}

const constants = new WeakMap<object, Remembered>();

/**
 * Marks an object that nobody changes any more and that many answers hold in the same place, such as the namespaces of the wiki: its size, its old
 * form and its JSON are worked out once.
 */
export function constant<T extends object>(value: T): T {
  if (!constants.has(value)) constants.set(value, {});
  return value;
}

/** Where to keep what is worked out of a constant; undefined for any other value. */
export const rememberedOf = (value: unknown): Remembered | undefined =>
  typeof value === 'object' && value !== null ? constants.get(value) : undefined;
