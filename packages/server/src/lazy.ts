/** Returns a function that makes a value at its first call and returns the same one from then on. After a failure the next call makes it again. */
export function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    made = make();
    made.catch(() => (made = undefined));
    return made;
  };
}
