/** Decodes percent-encoding. Returns the text unchanged if the encoding is invalid. */
export function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
