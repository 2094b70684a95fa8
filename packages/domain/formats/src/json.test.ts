import { describe, expect, it } from 'vitest';
import { finishJson, toJson } from './index.ts';

describe('toJson', () => {
  it('keeps the order of a Map and omits undefined values', () => {
    const value = new Map<string, unknown>([
      [
        'b',
        [
          new Map([
            ['2', 'x'],
            ['1', 'y'],
          ]),
        ],
      ],
      ['a', undefined],
      ['0', { c: null, d: true }],
    ]);
    expect(toJson(value)).toBe('{"b":[{"2":"x","1":"y"}],"0":{"c":null,"d":true}}');
  });
  it('escapes characters that JSON strings cannot contain', () => {
    expect(toJson('a"\n')).toBe('"a\\"\\n"');
  });
});

describe('finishJson', () => {
  it('escapes all non-ASCII characters or only line separators', () => {
    expect(finishJson('"é\u2028"', true)).toEqual({ text: '"\\u00e9\\u2028"', isAscii: true });
    expect(finishJson('"é\u2028"', false)).toEqual({ text: '"é\\u2028"', isAscii: false });
  });
  it('replaces control characters and normalizes letters', () => {
    expect(finishJson('"\\u0001e\u0301"', false).text).toBe('"\ufffdé"');
  });
});
