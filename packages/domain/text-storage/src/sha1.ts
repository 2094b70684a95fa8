import { createHash } from 'node:crypto';

/** Computes a SHA-1 digest in the form of the database: 31 digits of base 36. */
export const sha1Base36 = (data: string | Uint8Array): string => base36Sha1(createHash('sha1').update(data).digest('hex'));

/** Converts a digest from hexadecimal digits to 31 digits of base 36. */
export const base36Sha1 = (hex: string): string => BigInt(`0x${hex}`).toString(36).padStart(31, '0');

/** Converts a digest from base 36 to 40 hexadecimal digits. An empty digest stays empty. */
export function hexSha1(base36: string): string {
  if (base36 === '') return '';
  let value = 0n;
  for (let at = 0; at < base36.length; at += DIGITS) {
    const digits = base36.slice(at, at + DIGITS);
    value = value * (digits.length === DIGITS ? CHUNK : 36n ** BigInt(digits.length)) + BigInt(Number.parseInt(digits, 36));
  }
  return value.toString(16).padStart(40, '0');
}

const DIGITS = 10;
const CHUNK = 36n ** BigInt(DIGITS);
