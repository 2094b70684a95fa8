/** Returns a decoder of a character encoding, which drops invalid bytes. Throws a RangeError for an unknown encoding. */
export function decoderOf(encoding: string): (bytes: Buffer) => string {
  // TextDecoder treats ISO 8859-1 as windows-1252.
  if (/^(?:iso-?8859-1|latin-?1)$/i.test(encoding)) return bytes => bytes.toString('latin1');
  const decoder = new TextDecoder(encoding);
  const unassigned = decoder.encoding === 'windows-1252' ? /[\x81\x8D\x8F\x90\x9D]/g : /\uFFFD/g;
  return bytes => decoder.decode(bytes).replaceAll(unassigned, '');
}
