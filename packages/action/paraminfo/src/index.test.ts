import { defineAction, defineFormat, defineModule, f, nothing, p } from '@wikiquery/core';
import { ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import paraminfo from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const stones = defineModule({
  group: 'list',
  name: 'stones',
  prefix: 'st',
  summary: 'Stones.',
  params: {
    size: p.enum(['small', 'big']).multi().default(['big']).help('How big.'),
    'colour-{size}': p.string().each({ size: 'size' }),
    weight: p.int().deprecated(),
  },
  returns: f.record({}),
  execute: async () => nothing,
});
const throwing = defineAction({
  name: 'throw',
  prefix: 'th',
  summary: 'Throws a stone.',
  token: 'csrf',
  params: { far: p.boolean() },
  returns: f.record({}),
  execute: async () => ({}),
});
const rock = defineFormat({
  name: 'rock',
  summary: 'In stone.',
  params: { deep: p.int({ min: 1 }) },
  write: () => ({ type: '', body: '' }),
});

const info = async (params: Record<string, string>) => ask(wiki, [paraminfo, stones, throwing, rock], { action: 'paraminfo', ...params });

it('describes plugins of every group', async () => {
  const { paraminfo: result } = await info({ modules: 'query+stones|throw|rock' });
  expect(result.modules).toMatchObject([
    {
      name: 'stones',
      path: 'query+stones',
      group: 'list',
      prefix: 'st',
      readrights: true,
      parameters: [
        { name: 'size', type: ['big', 'small'], default: 'big', multi: true },
        { name: 'weight', deprecated: true },
      ],
      templatedparameters: [{ name: 'colour-{size}', templatevars: { size: 'size' } }],
    },
    { name: 'throw', path: 'throw', group: 'action', prefix: 'th', mustbeposted: true, parameters: [{ name: 'far', type: 'boolean' }] },
    { name: 'rock', path: 'rock', group: 'format', prefix: '', parameters: [{ name: 'deep', type: 'integer', min: 1 }] },
  ]);
  for (const name of ['templatevars', 'deprecated']) expect(result.modules[0].parameters[0]).not.toHaveProperty(name);
});

it('lists modules as the values of the parameters that select them', async () => {
  const { paraminfo: result } = await info({ modules: 'main|query' });
  const typeOf = (at: number, name: string) => result.modules[at].parameters.find((one: { name: string }) => one.name === name).type;
  expect([typeOf(0, 'action'), typeOf(0, 'format'), typeOf(1, 'list')]).toEqual([
    ['paraminfo', 'query', 'throw'],
    ['json', 'rock'],
    ['stones'],
  ]);
});

it('accepts the deprecated parameters', async () => {
  const { paraminfo: result, warnings } = await info({ querymodules: 'stones|nosuch', formatmodules: 'rock', pagesetmodule: '' });
  expect(result.querymodules).toMatchObject([{ name: 'stones', querytype: 'list' }]);
  expect(result.formatmodules).toMatchObject([{ name: 'rock' }]);
  expect(result.pagesetmodule.parameters.map((one: { name: string }) => one.name)).toContain('titles');
  expect(warnings.paraminfo.warnings).toContain('nosuch');
});

it('warns about unknown modules', async () => {
  const { warnings } = await info({ modules: 'query+nosuch|throw+*' });
  expect(warnings.paraminfo.warnings).toContain('"query" does not have a submodule "nosuch"');
  expect(warnings.paraminfo.warnings).toContain('"throw" has no submodules');
});

it('refers to the upstream API for unknown actions', async () => {
  const { warnings } = await info({ modules: 'edit' });
  expect(warnings.paraminfo.warnings).toContain('does not have a submodule "edit"');
  expect(warnings.paraminfo.warnings).toMatch(/has the actions paraminfo, query, throw\. Use the upstream API/);
});

it('writes flags in formatversion=1 form', async () => {
  const { paraminfo: result } = await ask(wiki, [paraminfo, throwing], { action: 'paraminfo', modules: 'throw', formatversion: 1 });
  expect(result.modules[0].mustbeposted).toBe('');
  expect(result.modules[0].parameters[0]).not.toHaveProperty('required');
});
