/** Percent-decodes a part of a URL's path. Returns it unchanged if the encoding is invalid. */
export function decodePath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
