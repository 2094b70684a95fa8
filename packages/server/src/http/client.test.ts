import type { IncomingMessage } from 'node:http';
import { expect, it, test } from 'vitest';
import { clientReader, readAddress } from './client.ts';

const from = (remoteAddress: string, headers: Readonly<Record<string, string>> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

it.each([
  ['192.0.2.1', '192.0.2.1'],
  [' \t192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:80', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['::1', '::1'],
  ['::', '::'],
  ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.1'],
  ['', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['192.0.2', undefined],
  ['192.0.2.01', undefined],
  ['192.0.2.256', undefined],
  ['192.0.2.1/24', undefined],
  ['0x7f.1', undefined],
  ['2130706433', undefined],
  ['[192.0.2.1', undefined],
  ['192.0.2.1 192.0.2.2', undefined],
  ['2001:db8::1::2', undefined],
  [`${' '.repeat(60_000)}x y`, undefined],
  ['1'.repeat(60_000), undefined],
])('%j is parsed as the address %s', (text, address) => {
  expect(readAddress(text)).toBe(address);
});

test('forwarding headers are used only as far as the chain of trusted proxies reaches', () => {
  const chain = (list: string) => ({ 'x-forwarded-for': list, 'x-forwarded-proto': 'https' });
  const none = clientReader([]);
  expect(none(from('::ffff:192.0.2.9', chain('203.0.113.1')))).toEqual({ ip: '192.0.2.9', secure: false, proxied: false, claimed: '' });
  const network = clientReader(['10.0.0.0/8', '2001:db8:1::/48']);
  expect(network(from('192.0.2.9', chain('203.0.113.1')))).toEqual({ ip: '192.0.2.9', secure: false, proxied: false, claimed: '' });
  for (const [peer, list, ip, claimed] of [
    ['10.0.0.1', '203.0.113.1', '203.0.113.1', ''],
    ['::ffff:10.0.0.1', '203.0.113.1', '203.0.113.1', ''],
    ['10.0.0.1', '198.51.100.1, 203.0.113.1', '203.0.113.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.1, 10.9.9.9, 2001:db8:1::5', '203.0.113.1', ''],
    // An untrusted hop in the middle of the chain.
    ['10.0.0.1', '203.0.113.1, 10.0.0.2, 198.51.100.1, 10.0.0.3', '198.51.100.1', '203.0.113.1, 10.0.0.2'],
    ['10.0.0.1', '203.0.113.1, garbage, 10.0.0.3', '10.0.0.3', ''],
    ['10.0.0.1', 'garbage', '10.0.0.1', ''],
    ['10.0.0.1', '', '10.0.0.1', ''],
    ['10.0.0.1', ', ,', '10.0.0.1', ''],
    ['10.0.0.1', '10.0.0.2', '10.0.0.2', ''],
  ] as const)
    expect([list, network(from(peer, chain(list)))]).toEqual([list, { ip, secure: true, proxied: true, claimed }]);
  const two = clientReader(['2']);
  expect(two(from('192.0.2.9', chain('198.51.100.1, 203.0.113.1, 10.0.0.3')))).toMatchObject({
    ip: '203.0.113.1',
    claimed: '198.51.100.1',
  });
  expect(two(from('192.0.2.9', chain('203.0.113.1')))).toMatchObject({ ip: '203.0.113.1', claimed: '' });
});

test('reads only a limited number of hops in a long chain of proxies', () => {
  const trusting = clientReader(['10.0.0.0/8']);
  const { ip } = trusting(
    from('10.0.0.1', { 'x-forwarded-for': `203.0.113.1, ${Array.from({ length: 6000 }, () => '10.1.1.1').join(',')}` }),
  );
  expect(ip).toBe('10.1.1.1');
  expect(trusting(from('10.0.0.1', { 'x-forwarded-for': `${', '.repeat(30_000)}x${', '.repeat(10)}` }))).toMatchObject({ ip: '10.0.0.1' });
});
