/** Returns a lookup table without a prototype, because texts can contain names such as `constructor`. */
export function table<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
