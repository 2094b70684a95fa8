// Plugin authors who write plain JavaScript get these errors instead of compiler errors.
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

describe('the checks of plugin declarations', () => {
  it.each<[what: string, more: Loose, sentence: string]>([
    [
      'a limit without a continue parameter',
      { params: { limit: p.limit() } },
      'list=stones: "limit" needs a parameter for continuation; declare "continue: p.continue()".',
    ],
    ['an unknown parameter in continuesBy', { continuesBy: 'from' }, 'list=stones: "continuesBy" names "from", which is not a parameter.'],
    [
      'keys in a list',
      { returns: f.keyed(f.int()) },
      'list=stones: "returns" declares records with keys, which need the placement "object" or "spread".',
    ],
    [
      'an unknown name in a combination',
      { params: { a: p.string() }, exactlyOne: [['a', 'b']] },
      'list=stones: "exactlyOne" names "b", which is not a parameter; the parameters are a.',
    ],
    [
      'a template without values',
      { params: { 'x-{y}': p.string().each({ y: 'ys' }) } },
      'list=stones: the parameter "x-{y}" fills {y} from "ys", which is not a parameter with multi(); declare it as one.',
    ],
    [
      'a parameter that was not made with p',
      { params: { a: 'string' } },
      'list=stones: the parameter "a" must be made with p, such as p.string().',
    ],
    ['an unknown group', { group: 'lists' }, 'lists=stones: the group must be one of list, prop, meta.'],
    ['an invalid name', { name: 'Stones' }, 'list=Stones: the name "Stones" must be lower-case letters, digits and dashes.'],
    [
      'an example with its action',
      { examples: { 'action=query&list=stones': 'All stones.' } },
      'list=stones: the example "action=query&list=stones" must be written without "action=query".',
    ],
    ['a missing execute', { execute: undefined }, 'list=stones: "execute" is missing.'],
    ['missing returns', { returns: undefined }, 'list=stones: "returns" is missing; declare the records with f.record({ … }).'],
  ])('reject %s', (_what, more, sentence) => {
    expect(() => module(more)).toThrow(sentence);
  });

  it('report every mistake of one declaration', () => {
    expect(() => module({ summary: undefined, params: { limit: p.limit() } })).toThrow(/"summary" is missing.*"limit" needs/);
  });

  it('reject actions without fields and formats without a write function', () => {
    expect(() =>
      defineAction({ name: 'a', prefix: '', summary: '', params: {}, returns: undefined, execute: async () => ({}) } as never),
    ).toThrow('action=a: "returns" is missing');
    expect(() => defineFormat({ name: 'a', summary: '', params: {} } as never)).toThrow('format=a: "write" is missing.');
  });

  it('reject multi() after default() or required()', () => {
    expect(() => (p.string().default('a') as unknown as ReturnType<typeof p.string>).multi()).toThrow(
      'multi() must precede default() and required()',
    );
    expect(() => (p.string().required() as unknown as ReturnType<typeof p.string>).multi()).toThrow('multi() must precede');
  });
});
