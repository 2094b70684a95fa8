/** Returns a part of the path of a URL, decoded; as it is where its percent-encoding cannot be decoded. */
export function decodePath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
