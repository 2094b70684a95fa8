/** A SHA-1 as the database keeps it (base 36, 31 characters) in the hexadecimal form of the API; an empty one stays empty. */
export function hexSha1(base36: string): string {
  if (base36 === '') return '';
  let value = 0n;
  for (const digit of base36) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value.toString(16).padStart(40, '0');
}
