import { createHash } from 'node:crypto';
import type { Slot } from './slots.ts';

/** A SHA-1 as the database keeps it (base 36, 31 characters) in the hexadecimal form of the API; an empty one stays empty. */
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

/** The SHA-1 of a revision, in base 36, of those of its slots: what the database would hold if it had been computed in time. */
export function combinedSha1(slots: readonly Slot[]): string {
  const sorted = [...slots].sort((a, b) => (a.role < b.role ? -1 : 1));
  return sorted.reduce((sha1, slot) => (sha1 === '' ? slot.sha1 : base36Sha1(sha1 + slot.sha1)), '');
}

const base36Sha1 = (text: string): string =>
  BigInt(`0x${createHash('sha1').update(text).digest('hex')}`)
    .toString(36)
    .padStart(31, '0');
