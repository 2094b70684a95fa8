/** Creates a function that caches its first result. After a failure it tries again. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    made = make();
    made.catch(() => (made = undefined));
    return made;
  };
}
