import { expect, it } from 'vitest';
import { hostsOf, readAddress, storeAddress } from './address.ts';

it('reads the addresses of a server, of Sentinels and of a cluster', () => {
  expect(readAddress('redis://localhost')).toMatchObject({
    kind: 'server',
    isEncrypted: false,
    user: undefined,
    password: undefined,
    nodes: [{ host: 'localhost', port: 6379 }],
    db: 0,
  });
  expect(readAddress('rediss://wiki:p%40ss@[::1]:6380/3?prefix=pond')).toMatchObject({
    isEncrypted: true,
    user: 'wiki',
    password: 'p@ss',
    nodes: [{ host: '::1', port: 6380 }],
    db: 3,
    prefix: 'pond',
  });
  expect(readAddress('redis+sentinel://:pass@a,b:26380/main/1?sentinelPassword=other')).toMatchObject({
    kind: 'sentinel',
    password: 'pass',
    nodes: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 26_380 },
    ],
    primary: 'main',
    db: 1,
    sentinelPassword: 'other',
  });
  const cluster = readAddress('rediss+cluster://a:7000,b:7001');
  expect(cluster).toMatchObject({ kind: 'cluster', isEncrypted: true });
  expect(hostsOf(cluster)).toBe('a:7000, b:7001');
});

it.each([
  'localhost',
  'http://localhost',
  'redis://',
  'redis://a,b',
  'redis://a/name',
  'redis://a/0/0',
  'redis://a:port',
  'redis://user:p@ss@a',
  'redis://:%ff@a',
  'redis+sentinel://a,b',
  'redis+cluster://a/1',
  'redis://a?db=1',
  'redis://a?prefix=a:b',
])('rejects %s', address => {
  expect(() => storeAddress.read(address, '')).toThrow(/^(?:must be the address of a store|names a database|has )/);
});

it('does not print the password of an invalid address', () => {
  expect(() => readAddress('redis://user:se/cret@host')).toThrow(expect.objectContaining({ message: expect.not.stringContaining('cret') }));
});
