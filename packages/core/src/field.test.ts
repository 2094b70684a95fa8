import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Returned } from './field.ts';
import { f } from './field.ts';

const props = f.props(
  {
    ids: { pageid: f.int(), revid: f.int().optional() },
    flags: { minor: f.boolean(), bot: f.flag() },
    text: { text: f.string().content() },
  },
  { ns: f.int() },
);

it('f.props infers the record type from the fields of all parts', () => {
  expectTypeOf<NonNullable<Returned<typeof props>>>().toExtend<{
    ns: number;
    pageid?: number;
    revid?: number | undefined;
    minor?: boolean;
    text?: string;
  }>();
});

describe('Props.pick', () => {
  it('returns only the selected parts, in declared order, and does not compute the others', () => {
    const pick = (...names: ('ids' | 'flags' | 'text')[]) =>
      props.pick(
        new Set(names),
        {
          ids: { pageid: 1 },
          flags: { minor: false },
          text: () => {
            if (!names.includes('text')) throw new Error('computed for nothing');
            return { text: 'x' };
          },
        },
        { ns: 0 },
      );
    expect(Object.entries(pick('text', 'ids'))).toEqual([
      ['ns', 0],
      ['pageid', 1],
      ['text', 'x'],
    ]);
    expect(pick()).toEqual({ ns: 0 });
  });
});
