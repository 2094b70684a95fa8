/** Makes text of bytes in an encoding that a row does not name; what is none in it is left out. Throws a RangeError for one that nobody knows. */
export function decoderOf(encoding: string): (bytes: Buffer) => string {
  // The standard of the web takes this one for windows-1252.
  if (/^(?:iso-?8859-1|latin-?1)$/i.test(encoding)) return bytes => bytes.toString('latin1');
  const decoder = new TextDecoder(encoding);
  const unassigned = decoder.encoding === 'windows-1252' ? /[\x81\x8D\x8F\x90\x9D]/g : /\uFFFD/g;
  return bytes => decoder.decode(bytes).replaceAll(unassigned, '');
}
