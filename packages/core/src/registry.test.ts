import { expect, it } from 'vitest';
import { f } from './field.ts';
import { type AnyModule, defineModule } from './module.ts';
import { type Params, p } from './param.ts';
import { createRegistry } from './registry.ts';
import { nothing } from './rows.ts';
import { defineService } from './service.ts';

const module = (name: string, prefix: string, params: Params = {}, more: Partial<AnyModule> = {}): AnyModule => ({
  ...defineModule({ group: 'list', name, prefix, summary: '', params, returns: f.record({}), execute: async () => nothing }),
  ...more,
});
const register = (modules: Record<string, AnyModule>) =>
  createRegistry(
    Object.entries(modules).map(([source, one]) => ({ source, module: one })),
    { reserved: ['titles', 'format'], services: new Set(['search']) },
  );

it('takes modules that get along', () => {
  const { registry, problems } = register({
    a: module('a', 'aa', { limit: p.limit() }),
    b: module('b', 'b', {}, { services: { s: defineService('search') } }),
  });
  expect([...registry.keys()]).toEqual(['a', 'b']);
  expect(problems).toEqual([]);
});

it('keeps the good ones and names every problem of the others', () => {
  const { registry, problems } = register({
    a: module('a', 'aa', { limit: p.limit() }),
    b: module('a', 'bb'),
    c: module('c', 'a', { alimit: p.limit() }),
    d: module('d', '', { titles: p.string() }),
    e: module('e', 'e', {}, { contract: 99 }),
    f: module('f', 'f', { 'x-{slot}': p.string().each({ slot: 'slots' }) }),
    g: module('g', 'g', {}, { services: { mail: defineService('mail') } }),
    h: module('Big Name', 'h'),
  });
  expect([...registry.keys()]).toEqual(['a']);
  expect(problems).toEqual([
    'b provides "a", which a provides too; uninstall one of them.',
    'c uses the parameter "aalimit", which belongs to a; choose another prefix.',
    'd uses the parameter "titles", which belongs to action=query; choose another prefix.',
    'e was built for module contract 99; this server speaks 1.',
    'f fills {slot} of "x-{slot}" from "slots", which is not a multi-value parameter.',
    'g needs the service "mail", which this server does not provide.',
    'h has the name "Big Name"; use lower-case letters, digits and dashes.',
  ]);
});

it('lets a module share a name with action=query, but not with another module', () => {
  const shared = (name: string) => module(name, 'tit', { les: p.string().shared() });
  expect(register({ a: shared('a') }).problems).toEqual([]);
  expect(register({ a: module('a', 'x', { y: p.string().shared() }), b: module('b', 'x', { y: p.string().shared() }) }).problems).toEqual([
    'b uses the parameter "xy", which belongs to a; choose another prefix.',
  ]);
});
