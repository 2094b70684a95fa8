// Bugs in a module that only its output reveals cause errors that contain the name of the module.
import { defineModule, f, nothing, Pages, p, Records } from '@wikiquery/core';
import { ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Apple');
});
afterAll(() => wiki.close());

type Loose = Record<string, unknown>;
const module = (group: 'list' | 'prop' | 'meta', output: unknown, more: Loose = {}) =>
  defineModule({
    group,
    name: 'stones',
    prefix: 'st',
    summary: 'Stones.',
    params: {},
    returns: f.record({ n: f.int() }),
    execute: async () => output,
    ...more,
  } as never) as Parameters<typeof ask>[1][number];

const record = { n: 1 };
it.each<[what: string, made: ReturnType<typeof module>, params: Record<string, string>, sentence: string]>([
  [
    'pages of a list',
    module('list', new Pages([]), { generator: true }),
    { list: 'stones' },
    'list=stones returned pages but did not run as a generator',
  ],
  [
    'records of a generator',
    module('list', nothing, { generator: true }),
    { generator: 'stones' },
    'list=stones ran as a generator and returned no pages',
  ],
  ['no output', module('list', undefined), { list: 'stones' }, 'list=stones returned no records'],
  ['a bare record of a list', module('list', record), { list: 'stones' }, 'list=stones returned no records'],
  [
    'a continue value without a parameter',
    module('list', new Records([{ record }], 'a')),
    { list: 'stones' },
    'list=stones continues with the parameter "continue", which it does not declare',
  ],
  [
    'a continue value of a generator without a parameter',
    module('list', new Pages([], { from: 'a' }), { generator: true }),
    { generator: 'stones' },
    'list=stones continues with the parameter "from", which it does not declare',
  ],
  [
    'an undeclared key',
    module('meta', new Records([{ record, key: 'a' }])),
    { meta: 'stones' },
    'meta=stones returned an entry with a key; declare the records with f.keyed or f.sections',
  ],
  [
    'an undeclared key in a page',
    module('prop', new Records([{ record, key: 'a', pageId: 1 }]), { placement: 'object' }),
    { prop: 'stones', titles: 'Apple' },
    'prop=stones returned an entry with a key',
  ],
  [
    'several records for one place',
    module('list', new Records([{ record }, { record }]), { placement: 'object' }),
    { list: 'stones' },
    'list=stones returned several records for one place',
  ],
  [
    'several records for one place in a page',
    module(
      'prop',
      new Records([
        { record, pageId: 1 },
        { record, pageId: 1 },
      ]),
      { placement: 'object' },
    ),
    { prop: 'stones', titles: 'Apple' },
    'prop=stones returned several records for one place',
  ],
  [
    'a group without list',
    module('list', new Records([{ record, group: { id: 1, list: 'ms' } }])),
    { list: 'stones' },
    'list=stones returned an entry of a group whose record has no list "ms"',
  ],
  [
    'a group in a page',
    module('prop', new Records([{ record, pageId: 1, group: { id: 1, list: 'ms' } }])),
    { prop: 'stones', titles: 'Apple' },
    'prop=stones returned an entry with a group, which only lists have',
  ],
])('rejects the module output: %s', async (_what, made, params, sentence) => {
  await expect(ask(wiki, [made], { action: 'query', ...params })).rejects.toThrow(sentence);
});

it('the test kit rejects modules that a server would not register', async () => {
  const greedy = module('list', nothing, { prefix: '', params: { titles: p.string() } });
  await expect(ask(wiki, [greedy], { action: 'query' })).rejects.toThrow(
    'list=stones: the parameter "titles" belongs to the engine; choose another prefix.',
  );
});
