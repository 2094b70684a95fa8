import { expect, test } from 'vitest';
import {
  addressRange,
  addressToHex,
  cidrPrefix,
  hexToAddress,
  inRange,
  isAddress,
  isAddressOrCidr,
  prettyAddress,
  sanitizeAddress,
  sanitizeCidr,
} from './index.ts';

test.each([
  ['001.02.3.04', '1.2.3.4'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['2001:db8::a', '2001:DB8:0:0:0:0:0:A'],
  ['2001:0db8::/32', '2001:DB8:0:0:0:0:0:0/32'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['10.0.0.1/08', '10.0.0.1/08'],
  ['::ffff:1.2.3.4', '::ffff:1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['256.1.1.1', '256.1.1.1'],
  ['Example', 'Example'],
])('sanitizes the string %s to %s', (text, stored) => expect(sanitizeAddress(text)).toBe(stored));

test('distinguishes addresses and CIDR ranges from other strings', () => {
  expect(['1.2.3.4', '::1', '1.2.3', '1.2.3.4/24', '1:2'].map(isAddress)).toEqual([true, true, false, false, false]);
  expect(['1.2.3.4/24', '1.2.3.4/33', '::/128', '::/129', 'a/1'].map(isAddressOrCidr)).toEqual([true, false, true, false, false]);
  expect(cidrPrefix('10.0.0.0/8')).toEqual({ prefix: 8, size: 32 });
  expect(sanitizeCidr('192.0.2.77/24')).toBe('192.0.2.0/24');
  expect(sanitizeCidr('2001:db8:ffff::1/33')).toBe('2001:DB8:8000:0:0:0:0:0/33');
});

test('converts addresses and ranges to sortable hexadecimal keys and back', () => {
  expect(addressToHex('192.0.2.7')).toBe('C0000207');
  expect(addressToHex('2001:db8::a')).toBe('v6-20010DB800000000000000000000000A');
  expect(hexToAddress('C0000207')).toBe('192.0.2.7');
  expect(hexToAddress('v6-20010DB800000000000000000000000A')).toBe('2001:DB8:0:0:0:0:0:A');
  expect(addressRange('192.0.2.77/24')).toEqual({ start: 'C0000200', end: 'C00002FF' });
  expect(addressRange('0.0.0.0/0')).toEqual({ start: '00000000', end: 'FFFFFFFF' });
  expect(addressRange('1.2.3.4 - 1.2.3.9')).toEqual({ start: '01020304', end: '01020309' });
  expect(addressRange('1.2.3.4 - ::1')).toBeUndefined();
  expect(inRange('192.0.2.5', '192.0.2.0/24')).toBe(true);
  expect(inRange('::1', '192.0.2.0/24')).toBe(false);
});

test.each([
  ['2001:DB8:0:0:0:0:0:A', '2001:db8::a'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:0:2:3:0:0:4', '1::2:3:0:0:4'],
  ['1:2:3:4:5:6:0:0', '1:2:3:4:5:6::'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
  ['1.02.3.4', '1.2.3.4'],
])('shortens %s to %s for display', (stored, shown) => expect(prettyAddress(stored)).toBe(shown));
