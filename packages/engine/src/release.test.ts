import { defineAction, defineFormat, defineModule, f, p, Records } from '@wikiquery/core';
import { sinceOf } from '@wikiquery/core/host';
import { readSite } from '@wikiquery/site';
import { ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const stones = defineModule({
  group: 'list',
  name: 'stones',
  prefix: 'st',
  summary: 'Stones.',
  params: {
    size: p.enum(['small', 'big']).values({ since: '1.44' }, 'big').multi().default(['small', 'big']),
    weight: p.int().since('1.44').default(7),
    old: p.boolean().until('1.44'),
    'note-{size}': p.string().each({ size: 'size' }).since('1.44'),
  },
  atMostOne: [['weight', 'old']],
  returns: f.record({ size: f.string(), weight: f.int().since('1.44'), worn: f.boolean().until('1.45'), notes: f.int() }),
  async execute({ params }) {
    return new Records(
      [...params.size].map(size => ({ record: { size, weight: params.weight, worn: params.old, notes: params['note-{size}'].size } })),
    );
  },
});
const boulders = defineModule({
  ...stones,
  group: 'list',
  name: 'boulders',
  prefix: 'bo',
  since: '1.45',
  execute: async () => new Records([]),
});
const roll = defineAction({
  name: 'roll',
  prefix: '',
  summary: 'Rolls.',
  until: '1.44',
  params: {},
  returns: f.record({ rolled: f.boolean() }),
  execute: async () => ({ rolled: true }),
});
const slate = defineFormat({
  name: 'slate',
  summary: 'On slate.',
  since: '1.44',
  params: {},
  write: () => ({ type: 'text/plain', body: '{}' }),
});

describe.each([
  ['MediaWiki 1.43.9', { size: ['small'], weight: false, old: true, boulders: false, roll: true, slate: false }],
  ['MediaWiki 1.44.2', { size: ['big', 'small'], weight: true, old: false, boulders: false, roll: false, slate: true }],
  ['MediaWiki 1.45.0', { size: ['big', 'small'], weight: true, old: false, boulders: true, roll: false, slate: true }],
  ['wikiquery', { size: ['big', 'small'], weight: true, old: false, boulders: true, roll: false, slate: true }],
] as const)('on a wiki that runs %s', (generator, has) => {
  let wiki: WikiBuilder;
  beforeAll(async () => {
    wiki = await openWiki('sqlite', { site: readSite({ general: { generator } }) });
  });
  afterAll(() => wiki.close());
  const send = (params: Record<string, string>) => ask(wiki, [stones, boulders, roll, slate], { action: 'query', ...params });

  it('the accepted parameters and values match the release', async () => {
    const { query } = await send({ list: 'stones' });
    expect(query.stones.map(({ size }: { size: string }) => size).sort()).toEqual(has.size);
    const { warnings, error } = await send({ list: 'stones', stsize: 'small|big', stweight: '1' });
    expect(error).toBeUndefined();
    expect(warnings?.main?.warnings.includes('stweight') ?? false).toBe(!has.weight);
    expect(warnings?.stones?.warnings.includes('big') ?? false).toBe(!has.size.includes('big' as never));
    expect((await send({ list: 'stones', stold: '1' })).warnings?.main !== undefined).toBe(!has.old);
  });
  it('the fields of records match the release', async () => {
    const [stone] = (await send({ list: 'stones' })).query.stones;
    expect(stone.weight).toBe(has.weight ? 7 : undefined);
    expect('worn' in stone).toBe(!has.boulders);
    const [old] = (await send({ list: 'stones', formatversion: '1' })).query.stones;
    expect(old).toEqual({ size: 'small', ...(has.weight && { weight: 7 }), notes: 0 });
  });
  it('modules, actions and formats that the release lacks are unrecognized', async () => {
    expect((await send({ list: 'boulders' })).warnings !== undefined).toBe(!has.boulders);
    expect((await send({ action: 'roll' })).error?.code).toBe(has.roll ? undefined : 'badvalue');
    expect((await send({ format: 'slate' })).error?.code).toBe(has.slate ? undefined : 'badvalue');
  });
});

it.each([
  [['CirrusSearch'], false],
  [['Linter'], true],
  [undefined, false],
])('on a wiki with the extensions %s, the parameter of an extension is unknown: %s', async (extensions, isUnknown) => {
  const cairns = defineModule({
    group: 'list',
    name: 'cairns',
    prefix: 'ca',
    summary: 'Cairns.',
    params: { rank: p.int().extension('CirrusSearch') },
    returns: f.record({}),
    execute: async () => new Records([]),
  });
  await using wiki = await openWiki('sqlite', {
    site: readSite({ general: {}, ...(extensions && { extensions: extensions.map(name => ({ name })) }) }),
  });
  const { warnings } = await ask(wiki, [cairns], { action: 'query', list: 'cairns', carank: 1 });
  expect(warnings !== undefined).toBe(isUnknown);
});

it('sinceOf parses the release from a generator string', () => {
  const since = sinceOf('MediaWiki 1.44.2');
  expect([since('1.9'), since('1.44'), since('1.45'), since('2.0')]).toEqual([true, true, false, false]);
  expect(sinceOf(undefined)('9.9')).toBe(true);
  expect(sinceOf('MediaWiki 1.44.0-wmf.20')('1.44')).toBe(true);
});

it('defineModule rejects invalid releases, and required parameters that only some releases have', () => {
  const wrong = { ...stones, since: 'later', params: { need: p.int().required().since('1.44') }, atMostOne: [] };
  expect(() => defineModule(wrong as never)).toThrow(/"later" is not a MediaWiki release.*"need" is required/);
});
