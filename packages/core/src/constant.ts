/** Values computed from a constant, on first use. */
export interface Remembered {
  /** Size in bytes, as counted for the limit of a response. */
  size?: number;
  json?: string;
  /** The constant in formatversion=1. */
  encoded?: unknown;
}

const constants = new WeakMap<object, Remembered>();

/**
 * Marks an object that never changes and is part of many responses, such as the namespaces of the wiki. Its size, its formatversion=1
 * form and its JSON are computed once.
 */
export function constant<T extends object>(value: T): T {
  if (!constants.has(value)) constants.set(value, {});
  return value;
}

/** Returns the mutable record of values computed from a constant; undefined for other values. */
export const rememberedOf = (value: unknown): Remembered | undefined =>
  typeof value === 'object' && value !== null ? constants.get(value) : undefined;
