import { expect, it } from 'vitest';
import { CONTRACT, refuseContract } from './contract.ts';

it('accepts plugins for the same major version with the same or an older minor version', () => {
  expect(refuseContract(CONTRACT)).toBeUndefined();
  for (const made of ['3.0', '3.9', '3.10']) expect(refuseContract(made, '3.10')).toBeUndefined();
});

it.each([
  ['3.11', 'requires plugin API version 3.11, but this server has 3.10; upgrade the server, or install an older version of the package'],
  ['4.0', 'requires plugin API version 4.0, but this server has 3.10; upgrade the server, or install an older version of the package'],
  ['2.11', 'requires plugin API version 2.11, but this server has 3.10; install a newer version of the package'],
  [3, 'declares the invalid plugin API version 3; set "wikiquery": { "contract": "3.10" } in its package.json'],
  [undefined, 'declares no plugin API version; set "wikiquery": { "contract": "3.10" } in its package.json'],
])('rejects a plugin for version %s, and the message contains the version of the server', (made, problem) => {
  expect(refuseContract(made, '3.10')).toBe(problem);
});
