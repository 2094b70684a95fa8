const BACKSLASH = 0x5c;

/** Bytes that follow a backslash, and the bytes that they represent: https://dev.mysql.com/doc/refman/8.4/en/string-literals.html */
const ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x30, 0x00], // \0
  [0x62, 0x08], // \b
  [0x6e, 0x0a], // \n
  [0x72, 0x0d], // \r
  [0x74, 0x09], // \t
  [0x5a, 0x1a], // \Z
]);

export function unescaped(data: Buffer, begin: number, end: number, quote: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - begin);
  let length = 0;
  for (let at = begin; at < end; at++) {
    let byte = data[at] as number;
    if (byte === BACKSLASH && at + 1 < end) {
      const escaped = data[++at] as number;
      // `\%` and `\_` keep the backslash, because `like` interprets it.
      if (escaped === 0x25 || escaped === 0x5f) bytes[length++] = BACKSLASH;
      byte = ESCAPES.get(escaped) ?? escaped;
    } else if (byte === quote) at++;
    bytes[length++] = byte;
  }
  return bytes.subarray(0, length);
}
