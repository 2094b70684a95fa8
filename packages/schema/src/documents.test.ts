import { Validator } from '@seriousme/openapi-schema-validator';
import { defineModule, f, nothing, p } from '@wikiquery/core';
import { type AnyPlugin, createRegistry, defineAction } from '@wikiquery/core/host';
import { surroundings } from '@wikiquery/engine';
import { defaultSite } from '@wikiquery/site';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { describeOffer, documentsOf, moduleTypes, openApi } from './index.ts';

const address = (group: string, name: string): string => `https://wiki.example/schema/${group}/${name}.json#`;
const offerOf = (...plugins: AnyPlugin[]) =>
  describeOffer(
    createRegistry(
      plugins.map(plugin => ({ source: 'The test', plugin })),
      surroundings([]),
    ),
    {
      site: defaultSite(),
      documentation: 'https://wiki.example/w/api.php',
    },
  );

const tree = f.named(
  'Tree',
  (): ReturnType<typeof f.object> => f.object({ name: f.string(), twigs: f.array(tree).optional() }),
) as ReturnType<typeof f.object>;
const props = f.props(
  {
    weight: { grams: f.int().help('How heavy it is.'), heavy: f.boolean() },
    owner: { owner: f.nullable(f.string()), until: f.oneOf(f.expiry(), f.no()) },
    text: { text: f.string().content() },
    about: { tree: tree.optional(), sizes: f.map(f.int()), any: f.json().optional() },
  },
  { name: f.string(), rare: f.flag() },
);
const stones = defineModule({
  group: 'list',
  name: 'stones',
  prefix: 'st',
  summary: 'Stones.',
  generator: true,
  params: { prop: props.param().default(['weight']), size: p.int({ min: 1 }), limit: p.limit(), continue: p.continue() },
  returns: props,
  beside: { heaviest: f.int().optional() },
  generated: { index: f.int() },
  execute: async () => nothing,
});

describe('the schemas of a module', () => {
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  const documents = documentsOf(offerOf(stones), address);
  for (const document of documents.values()) ajv.addSchema(document);
  const judge =
    (version: 1 | 2) =>
    (record: object, more: object = {}) =>
      ajv.getSchema(`${address('action', 'query')}/$defs/response.${version}`)?.({ query: { stones: [record] }, ...more });

  it.each([
    [{ name: 'a' }, true],
    [{}, false],
    [{ name: 1 }, false],
    [{ name: 'a', rare: true, grams: 5, heavy: false }, true],
    [{ name: 'a', rare: false }, false],
    [{ name: 'a', grams: 5.5 }, false],
    [{ name: 'a', undeclared: 1 }, false],
    [{ name: 'a', owner: null, until: false }, true],
    [{ name: 'a', until: 'infinity' }, true],
    [{ name: 'a', until: '2025-01-01T00:00:00Z' }, true],
    [{ name: 'a', until: 'tomorrow' }, false],
    [{ name: 'a', tree: { name: 'x', twigs: [{ name: 'y' }] }, sizes: {}, any: [1, { b: null }] }, true],
    [{ name: 'a', tree: { name: 'x', twigs: [{}] } }, false],
  ])('judge the validity of %j in formatversion 2 as %s', (record, isValid) => expect(judge(2)(record)).toBe(isValid));

  it.each([
    [{ name: 'a', rare: '', grams: 5, '*': 'text', sizes: [] }, true],
    [{ name: 'a', heavy: '' }, true],
    [{ name: 'a', heavy: false }, false],
    [{ name: 'a', until: false }, false],
    [{ name: 'a', text: 'text' }, false],
  ])('judge the validity of %j in formatversion 1 as %s', (record, isValid) => expect(judge(1)(record)).toBe(isValid));

  it('cover the envelope, pages and generated fields', () => {
    const v2 = judge(2);
    expect(v2({ name: 'a' }, { batchcomplete: true, continue: { stcontinue: 'b', continue: '-||' }, limits: { stones: 500 } })).toBe(true);
    expect(v2({ name: 'a' }, { errors: [{ code: 'x', text: 'X.', module: 'main' }], docref: 'See.' })).toBe(true);
    expect(v2({ name: 'a' }, { warnings: [{ code: 'x', module: 'main' }] })).toBe(true);
    expect(v2({ name: 'a' }, { query: { pages: [{ pageid: 1, ns: 0, title: 'A', index: 1 }], heaviest: 3 } })).toBe(true);
    expect(v2({ name: 'a' }, { query: { pages: [{ pageid: 1, indexx: 1 }] } })).toBe(false);
    expect(judge(1)({ name: 'a' }, { query: { pages: { 1: { pageid: 1, missing: '' } } } })).toBe(true);
  });
  it('list parameters by prefixed name', () => {
    const { $defs } = documents.get('list/stones') as { $defs: { parameters: { properties: Record<string, object> } } };
    expect($defs.parameters.properties).toMatchObject({
      stprop: { type: 'array', items: { enum: ['weight', 'owner', 'text', 'about'] }, default: ['weight'] },
      stsize: { type: 'integer', minimum: 1 },
      stlimit: { anyOf: [{ type: 'integer', minimum: 1, maximum: 5000 }, { const: 'max' }] },
    });
  });
});

it('the schemas of an action describe tuples, and errors as all actions return them', () => {
  const guess = defineAction({
    name: 'guess',
    prefix: '',
    summary: 'Guesses.',
    params: {},
    returns: f.tuple({ text: f.string().help('What was given.'), guesses: f.array(f.int()) }),
    execute: async () => ({ text: '', guesses: [] }),
    present: ({ fields }) => ({ document: [...fields.values()] }),
  });
  const ajv = new Ajv2020({ strict: true });
  formats.default(ajv);
  const offer = offerOf(guess);
  for (const document of documentsOf(offer, address).values()) ajv.addSchema(document);
  const judge = ajv.getSchema(`${address('action', 'guess')}/$defs/response.2`)!;
  expect([['a', [1]], ['a', []], { error: { code: 'x', info: 'X.', docref: 'See.' } }].map(answer => judge(answer))).toEqual([
    true,
    true,
    true,
  ]);
  expect([['a'], ['a', [1], 2], [1, 'a'], { text: 'a', guesses: [1] }].map(answer => judge(answer))).toEqual([false, false, false, false]);
  expect(moduleTypes(offer)).toMatch(
    /export type ActionGuess = readonly \[\n {2}\/\*\* What was given\. \*\/\n {2}text: string,\n {2}guesses: readonly number\[\],\n\];/,
  );
});

it('openApi returns a valid OpenAPI description with every module', async () => {
  const description = openApi(offerOf(stones), 'https://wiki.example/w/api.php');
  const { valid, errors } = await new Validator().validate(structuredClone(description) as Record<string, unknown>);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(description).toMatchObject({ openapi: '3.1.0', components: { schemas: { 'list.stones': { title: 'list=stones' } } } });
  const { parameters } = (description.paths as Record<string, { get: { parameters: { name: string }[] } }>)['/w/api.php']!.get;
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'stprop', in: 'query', style: 'pipeDelimited', explode: false }));
  // Every reference can be resolved.
  for (const [, reference = ''] of JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(
      reference.split('/').reduce<unknown>((value, key) => (value as Record<string, unknown>)[decodeURIComponent(key)], description),
    ).toBeDefined();
});

it('moduleTypes returns types with descriptions of properties', () => {
  const types = moduleTypes(offerOf(stones));
  expect(types).toContain('export interface ListStonesParts {');
  expect(types).toMatch(/\/\*\* How heavy it is\. \*\/\n\s+readonly grams: number;/);
  expect(types).toMatch(/readonly stones: \{\n\s+readonly group: 'list';/);
  expect(types).toContain("readonly until?: string | 'infinity';");
});
