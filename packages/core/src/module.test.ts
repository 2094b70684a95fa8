// What the compiler does not tell authors of plain JavaScript, the definition does.
import { describe, expect, it } from 'vitest';
import { defineAction, defineFormat, defineModule, f, nothing, p } from './index.ts';

type Loose = Record<string, unknown>;
const module = (more: Loose) =>
  defineModule({
    group: 'list',
    name: 'stones',
    prefix: 'st',
    summary: 'Stones.',
    params: {},
    returns: f.record({ n: f.int() }),
    execute: async () => nothing,
    ...more,
  } as never);

describe('a definition is refused that has', () => {
  it.each<[what: string, more: Loose, sentence: string]>([
    [
      'a limit and nothing to go on by',
      { params: { limit: p.limit() } },
      'list=stones: "limit" needs a parameter to go on with; declare "continue: p.continue()".',
    ],
    ['an unknown parameter to go on by', { continuesBy: 'from' }, 'list=stones: "continuesBy" names "from", which is no parameter.'],
    [
      'keys in a list',
      { returns: f.keyed(f.int()) },
      'list=stones: "returns" declares what stands under keys, which needs the placement "object" or "spread".',
    ],
    [
      'an unknown name in a combination',
      { params: { a: p.string() }, exactlyOne: [['a', 'b']] },
      'list=stones: "exactlyOne" names "b", which is no parameter; it takes a.',
    ],
    [
      'a template without values',
      { params: { 'x-{y}': p.string().each({ y: 'ys' }) } },
      'list=stones: the parameter "x-{y}" fills {y} from "ys", which is not a parameter with multi(); declare it as one.',
    ],
    [
      'a parameter of its own making',
      { params: { a: 'string' } },
      'list=stones: the parameter "a" must be made with p, such as p.string().',
    ],
    ['another group', { group: 'lists' }, 'lists=stones: the group must be one of list, prop, meta.'],
    ['a bad name', { name: 'Stones' }, 'list=Stones: the name "Stones" must be lower-case letters, digits and dashes.'],
    ['no code', { execute: undefined }, 'list=stones: "execute" is missing.'],
    ['no records', { returns: undefined }, 'list=stones: "returns" is missing; declare the records with f.record({ … }).'],
  ])('%s', (_what, more, sentence) => {
    expect(() => module(more)).toThrow(sentence);
  });

  it('several mistakes, naming each', () => {
    expect(() => module({ summary: undefined, params: { limit: p.limit() } })).toThrow(/"summary" is missing.*"limit" needs/);
  });

  it('mistakes of an action or a format', () => {
    expect(() =>
      defineAction({ name: 'a', prefix: '', summary: '', params: {}, returns: undefined, execute: async () => ({}) } as never),
    ).toThrow('action=a: "returns" is missing');
    expect(() => defineFormat({ name: 'a', summary: '', params: {} } as never)).toThrow('format=a: "write" is missing.');
  });

  it('several values after the default of one', () => {
    expect(() => (p.string().default('a') as unknown as ReturnType<typeof p.string>).multi()).toThrow(
      'multi() stands before default() and required()',
    );
    expect(() => (p.string().required() as unknown as ReturnType<typeof p.string>).multi()).toThrow('multi() stands before');
  });
});
