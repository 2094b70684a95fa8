/** Values that are computed from a constant on first use and then cached. */
export interface Remembered {
  /** Size in bytes, as counted toward the size limit of a response. */
  size?: number;
  json?: string;
  /** The constant encoded for formatversion=1. */
  encoded?: unknown;
}

const constants = new WeakMap<object, Remembered>();

/**
 * Marks an immutable object that is part of many responses, such as the namespaces of the wiki, and returns it. Its size, its
 * formatversion=1 encoding and its JSON are computed only once.
 */
export function constant<T extends object>(value: T): T {
  if (!constants.has(value)) constants.set(value, {});
  return value;
}

/** Returns the cached values of a constant, to which the caller can add; undefined if `value` is not marked as a constant. */
export const rememberedOf = (value: unknown): Remembered | undefined =>
  typeof value === 'object' && value !== null ? constants.get(value) : undefined;
