import { expect, it } from 'vitest';
import { type AnyAction, defineAction } from './action.ts';
import { CONTRACT } from './contract.ts';
import { f } from './field.ts';
import { defineFormat } from './format.ts';
import { type AnyModule, defineModule } from './module.ts';
import { p } from './params/builder.ts';
import type { Params } from './params/param.ts';
import type { AnyPlugin } from './plugin.ts';
import { createRegistry } from './registry.ts';
import { defineRoute } from './route.ts';
import { nothing } from './rows.ts';
import { defineService, ifOffered } from './service.ts';

const module = (name: string, prefix: string, params: Params = {}, more: Partial<AnyModule> = {}): AnyModule => ({
  ...defineModule({ group: 'list', name, prefix, summary: '', params, returns: f.record({}), execute: async () => nothing }),
  ...more,
});
const action = (name: string, fields: Parameters<typeof f.record>[0] = {}, params: Params = {}): AnyAction =>
  defineAction({ name, prefix: '', summary: '', params, returns: f.record(fields), execute: async () => ({}) }) as AnyAction;
const format = (name: string, params: Params) => defineFormat({ name, summary: '', params, write: () => ({ type: '', body: '' }) });

const register = (plugins: Record<string, AnyPlugin>) =>
  createRegistry(
    Object.entries(plugins).map(([source, plugin]) => ({ source, plugin })),
    {
      reserved: { query: ['titles', 'format'], action: ['format'], format: ['format'] },
      keys: { response: ['error'], query: ['pages', 'normalized'], page: ['title'] },
      actions: ['query'],
      services: new Set(['search']),
    },
  );

it('registers all plugins if they have no conflicts', () => {
  const { registry, actions, formats, problems } = register({
    a: module('a', 'aa', { limit: p.limit(), continue: p.continue() }),
    b: module('b', 'b', {}, { services: { s: defineService('search') } }),
    // The service is optional.
    e: module('e', 'e', {}, { services: { mail: ifOffered(defineService('mail')) } }),
    // A list and an action can have the same name.
    c: action('a', { a: f.string() }),
    d: format('json', { callback: p.string() }),
  });
  expect(problems).toEqual([]);
  expect([[...registry.keys()], [...actions.keys()], [...formats.keys()]]).toEqual([['a', 'b', 'e'], ['a'], ['json']]);
});

it('registers the valid plugins and reports every problem of the invalid ones', () => {
  const { registry, problems } = register({
    a: module('a', 'aa', { limit: p.limit(), continue: p.continue() }),
    b: module('a', 'bb'),
    c: module('c', 'a', { alimit: p.string() }),
    d: module('d', '', { titles: p.string() }),
    e: module('e', 'e', {}, { contract: '99.0' }),
    f: module('f', 'f', {}, { params: { 'x-{slot}': p.string().each({ slot: 'slots' }) } }),
    g: module('g', 'g', {}, { services: { mail: defineService('mail') } }),
    h: module('h', 'h', {}, { name: 'Big Name' }),
  });
  expect([...registry.keys()]).toEqual(['a']);
  expect(problems).toEqual([
    'b, list=a: the name "a" already belongs to a; uninstall one of them.',
    'c, list=c: the parameter "aalimit" belongs to a; choose another prefix.',
    'd, list=d: the parameter "titles" belongs to the engine; choose another prefix.',
    `e, list=e: requires plugin API version 99.0, but this server has ${CONTRACT}; upgrade the server, or install an older version of the package.`,
    'f, list=f: the parameter "x-{slot}" fills {slot} from "slots", which is not a parameter with multi(); declare it as one.',
    'g, list=g: needs the service "mail", which this server does not provide.',
    'h, list=Big Name: the name "Big Name" must be lower-case letters, digits and dashes.',
  ]);
});

it('lets a module share a parameter with the engine, but not with another module', () => {
  const shared = (name: string) => module(name, 'tit', { les: p.string().shared() });
  expect(register({ a: shared('a') }).problems).toEqual([]);
  expect(register({ a: module('a', 'x', { y: p.string().shared() }), b: module('b', 'x', { y: p.string().shared() }) }).problems).toEqual([
    'b, list=b: the parameter "xy" belongs to a; choose another prefix.',
  ]);
});

it('rejects plugins whose result has a key that is already in use', () => {
  const { problems } = register({
    a: module('pages', 'pa'),
    b: module('b', 'b', {}, { resultKey: 'same' }),
    c: module('c', 'c', {}, { resultKey: 'same' }),
    d: module('d', 'd', {}, { group: 'prop', resultKey: 'title' }),
    // Results of a prop module are in the pages, so the key is free.
    e: module('normalized', 'n', {}, { group: 'prop' }),
    f: action('f', { error: f.string() }),
  });
  expect(problems).toEqual([
    'a, list=pages: its result key "pages" of the query belongs to the engine; choose another "resultKey".',
    'c, list=c: its result key "same" of the query belongs to b; choose another "resultKey".',
    'd, prop=d: its result key "title" of the page belongs to the engine; choose another "resultKey".',
    'f, action=f: its result key "error" of the response belongs to the engine; choose another name for the field.',
  ]);
});

it('reserves the parameters of formats, regardless of the order of registration', () => {
  const { problems } = register({
    a: module('a', 'call', { back: p.string() }),
    b: action('b', {}, { callback: p.string() }),
    c: format('json', { callback: p.string() }),
    d: format('jsonfm', { callback: p.string() }),
    e: action('json'),
    f: action('query'),
  });
  expect(problems).toEqual([
    'a, list=a: the parameter "callback" belongs to c; choose another prefix.',
    'b, action=b: the parameter "callback" belongs to c; choose another prefix.',
    'e, action=json: the name "json" already belongs to c; uninstall one of them.',
    'f, action=query: the name "query" already belongs to the engine; uninstall one of them.',
  ]);
});

it('registers only routes with valid and unique paths', () => {
  const route = (name: string, path: string) =>
    defineRoute({ name, summary: '', paths: { it: path }, params: { title: p.string(), format: p.string() }, execute: async () => ({}) });
  const { routes, problems } = register({
    a: route('a', '/v1/a/{title}'),
    b: route('b', '/v1/a/{format}'),
    c: action('a', { a: f.string() }),
  });
  expect([...routes.keys()]).toEqual(['a']);
  expect(problems).toEqual(['b, rest=b: its path /v1/a/{} belongs to a; choose another.']);
  expect(() => route('d', 'v1/a')).toThrow('the path "v1/a" must be made of parts');
  expect(() => route('d', '/v1/{name}')).toThrow('has a part {name}, which is not a parameter');
});
