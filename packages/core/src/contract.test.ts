import { expect, it } from 'vitest';
import { CONTRACT, refuseContract } from './contract.ts';

it('accepts plugins for the same major version with the same or an older minor version', () => {
  expect(refuseContract(CONTRACT)).toBeUndefined();
  for (const made of ['3.0', '3.9', '3.10']) expect(refuseContract(made, '3.10')).toBeUndefined();
});

it.each([
  ['3.11', 'was made for contract 3.11, and this server speaks 3.10; upgrade the server, or install an older version of the package'],
  ['4.0', 'was made for contract 4.0, and this server speaks 3.10; upgrade the server, or install an older version of the package'],
  ['2.11', 'was made for contract 2.11, and this server speaks 3.10; install a newer version of the package'],
  [3, 'was made for contract 3, and this server speaks 3.10; its package.json must carry "wikiquery": { "contract": "3.10" }'],
  [
    undefined,
    'was made for contract undefined, and this server speaks 3.10; its package.json must carry "wikiquery": { "contract": "3.10" }',
  ],
])('rejects a plugin for version %s, and the message contains both versions', (made, problem) => {
  expect(refuseContract(made, '3.10')).toBe(problem);
});
