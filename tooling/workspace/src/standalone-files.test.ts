import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { linksToClone, testRunner } from './standalone-files.ts';

describe('testRunner', () => {
  /** Runs the configuration file on a version of Node. */
  const configOn = (node: string): unknown => {
    const code = testRunner('24.15')
      .replace(/^import.*$/m, '')
      .replace('export default', 'return');
    return compileFunction(code, ['process', 'defineConfig'])({ versions: { node } }, (given: unknown) => given);
  };

  it.each(['20.20.2', '24.14.9'])('rejects Node %s', node => {
    expect(() => configOn(node)).toThrow(`The tests need Node 24.15 or later, but this is Node ${node}.`);
  });
  it.each(['24.15.0', '25.0.0'])('accepts Node %s', node => {
    expect(configOn(node)).toMatchObject({ test: { globalSetup: '@wikiquery/embedded-postgres', testTimeout: 60_000 } });
  });
});

it('linksToClone overrides each package with a link', () => {
  expect(parse(linksToClone({ '@wikiquery/core': '../clone/packages/core' }))).toEqual({
    overrides: { '@wikiquery/core': 'link:../clone/packages/core' },
  });
});
