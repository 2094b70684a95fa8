import { expect, it } from 'vitest';
import { hostsOf, readAddress } from './address.ts';

it('reads the nodes, the account and the index prefix of an address', () => {
  expect(readAddress('opensearch://localhost/mywiki')).toEqual({
    nodes: ['http://localhost:9200'],
    user: undefined,
    password: undefined,
    prefix: 'mywiki',
    otherWikis: new Map(),
    profiles: {},
  });
  const address = readAddress('opensearch+https://wiki:p%40s%3As@search1:9201,[::1],10.0.0.3:443/enwiki-1.x_y');
  expect(address).toEqual({
    nodes: ['https://search1:9201', 'https://[::1]:9200', 'https://10.0.0.3:443'],
    user: 'wiki',
    password: 'p@s:s',
    prefix: 'enwiki-1.x_y',
    otherWikis: new Map(),
    profiles: {},
  });
  expect(hostsOf(address)).toBe('search1:9201, [::1]:9200, 10.0.0.3:443');
});

it('reads the indices of other wikis in the cluster', () => {
  const { prefix, otherWikis } = readAddress('opensearch://localhost/itwiki?interwiki=b:itwikibooks,wikt:itwiktionary');
  expect({ prefix, others: [...otherWikis] }).toEqual({
    prefix: 'itwiki',
    others: [
      ['b', 'itwikibooks'],
      ['wikt', 'itwiktionary'],
    ],
  });
  for (const others of ['b', 'b:', ':itwikibooks', 'b:it:x'])
    expect(() => readAddress(`opensearch://localhost/itwiki?interwiki=${others}`)).toThrow(/^(?:must list|names an index)/);
});

it('reads the profiles of searches', () => {
  expect(readAddress('opensearch://localhost/itwiki?fulltext=per_field&ranking=wsum_inclinks').profiles).toEqual({
    fullText: 'per_field',
    ranking: 'wsum_inclinks',
  });
  for (const option of ['fulltext=x', 'ranking=x'])
    expect(() => readAddress(`opensearch://localhost/itwiki?${option}`)).toThrow(/^must have one of/);
});

it('rejects invalid addresses without showing the password', () => {
  for (const address of [
    'opensearch://localhost',
    'opensearch://localhost/',
    'opensearch://user:hush#hush@localhost/wiki',
    'opensearch://localhost:99999/wiki',
    'opensearch://localhost/wiki/other',
    'opensearch://localhost,/wiki',
    'opensearch://a b/wiki',
    'opensearch://localhost/wiki?size=1',
    'opensearch://localhost/%zz',
    'elastic://localhost/wiki',
  ])
    expect(() => readAddress(address)).toThrow(/^must have the form(?!.*hush)/);
  for (const name of ['Wiki', '_all', '*', 'a,b', 'a*', '-a', '.kibana', 'a%2Fb', 'a%20b', 'x'.repeat(201)])
    expect(() => readAddress(`opensearch://localhost/${name}`)).toThrow(/^names an index/);
});
