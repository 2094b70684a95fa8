import { expect, it } from 'vitest';
import { base36Sha1, hexSha1, sha1Base36 } from './sha1.ts';

it('computes SHA-1 digests in the form of the database', () => {
  expect(sha1Base36('')).toBe('phoiac9h4m842xq45sp7s6u21eteeq1');
  expect(sha1Base36(Buffer.from('abc'))).toBe(sha1Base36('abc'));
  expect(sha1Base36('abc')).toHaveLength(31);
});

it('converts SHA-1 digests from base 36 to hexadecimal digits and back', () => {
  expect(hexSha1('phoiac9h4m842xq45sp7s6u21eteeq1')).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
  expect(base36Sha1('da39a3ee5e6b4b0d3255bfef95601890afd80709')).toBe('phoiac9h4m842xq45sp7s6u21eteeq1');
  expect(hexSha1('')).toBe('');
});

it('keeps the leading zeros of SHA-1 digests', () => {
  const hex = `${'0'.repeat(39)}1`;
  expect(base36Sha1(hex)).toBe(`${'0'.repeat(30)}1`);
  expect(hexSha1(base36Sha1(hex))).toBe(hex);
});
