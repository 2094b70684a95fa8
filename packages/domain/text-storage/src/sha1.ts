import { createHash } from 'node:crypto';

/** The digest of a text or a file as the database keeps it: base 36, 31 digits. */
export const sha1Base36 = (data: string | Uint8Array): string => base36Sha1(createHash('sha1').update(data).digest('hex'));

/** A digest of 40 hexadecimal digits in the form of the database. */
export const base36Sha1 = (hex: string): string => BigInt(`0x${hex}`).toString(36).padStart(31, '0');

/** A digest of the database in hexadecimal digits, the form of the interface; an empty one stays empty. */
export function hexSha1(base36: string): string {
  if (base36 === '') return '';
  let value = 0n;
  for (let at = 0; at < base36.length; at += DIGITS) {
    const digits = base36.slice(at, at + DIGITS);
    value = value * (digits.length === DIGITS ? CHUNK : 36n ** BigInt(digits.length)) + BigInt(Number.parseInt(digits, 36));
  }
  return value.toString(16).padStart(40, '0');
}

/** As many digits as a number holds exactly. */
const DIGITS = 10;
const CHUNK = 36n ** BigInt(DIGITS);
