import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { Stand } from '@wikiquery/launch/stand';
import { describe, expect, it } from 'vitest';
import { readRecording, unpackSet } from './recording.ts';
import { type Reasons, readSpecification, type ServedModule, specificationDifferences } from './specification.ts';

const folder = join(import.meta.dirname, '../specification');
const specification = readSpecification(join(folder, 'spec.json'));

it('apps/server has the modules and parameters of the specification', async () => {
  const set = join(import.meta.dirname, '../sets/a-1.43-sqlite');
  await using stand = new Stand();
  const wiki = stand.use(unpackSet(set));
  const server = await stand.serve([...wiki.flags, '--clock', readRecording(set).recorded], wiki.folder);
  const response = await fetch(`${server.api}?action=paraminfo&modules=query%2B**&format=json&formatversion=2`);
  const { paraminfo } = (await response.json()) as { paraminfo: { modules: ServedModule[] } };
  const reasons = JSON.parse(readFileSync(join(folder, 'expected-differences.json'), 'utf8')) as Reasons;
  const differences = specificationDifferences(specification, paraminfo.modules);
  const unexplained = differences.filter(difference => !Object.keys(reasons).some(pattern => matchesGlob(difference, pattern)));
  expect(unexplained).toEqual([]);
  const idle = Object.keys(reasons).filter(pattern => !differences.some(difference => matchesGlob(difference, pattern)));
  expect(idle, 'reasons that explain nothing').toEqual([]);
}, 60_000);

describe('specificationDifferences', () => {
  const limit = { name: 'limit', type: 'limit', multi: false, required: false, min: 1, max: 500 };
  const prop = { name: 'prop', type: ['ids', 'title'], multi: true, required: false, default: 'title|ids', lowlimit: 50, highlimit: 500 };
  const served: ServedModule = {
    name: 'things',
    group: 'list',
    prefix: 'th',
    licensetag: 'MIT',
    readrights: true,
    parameters: [limit, prop],
    templatedparameters: [],
  };
  const specified = {
    name: 'things',
    group: 'list',
    prefix: 'th',
    generator: false,
    readrights: true,
    deprecated: false,
    licensetag: 'MIT',
    parameters: [limit, { ...prop, type: 'enum', values: ['title', 'ids'], default: 'ids|title' }],
  };

  it('ignores the order of values', () => {
    expect(specificationDifferences({ modules: [specified] }, [served])).toEqual([]);
  });
  it('reports each difference', () => {
    const other: ServedModule = {
      ...served,
      prefix: 'ti',
      generator: true,
      parameters: [
        { ...limit, max: 50 },
        { ...prop, type: ['ids', 'name'], info: [{ name: 'modes', values: ['a'] }] },
        { ...limit, name: 'more' },
      ],
    };
    expect(
      specificationDifferences({ modules: [specified, { ...specified, name: 'gone' }] }, [other, { ...served, name: 'extra' }]),
    ).toEqual([
      'things: prefix: "th" is "ti"',
      'things: generator: false is true',
      'things.limit: max: 500 is 50',
      'things.prop: modes: undefined is ["a"]',
      'things.prop: values: +name -title',
      'things.prop: flags: +modes',
      'things.more: is not specified',
      'gone: is missing',
      'extra: is not specified',
    ]);
  });
});
