/** Returns the text with its percent-encoding decoded; as it is where that cannot be decoded. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
