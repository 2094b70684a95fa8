import { describe, expect, it } from 'vitest';
import { diffInline } from './diff-inline.ts';

const typesOf = (before: string, after: string) => diffInline(before, after).map(({ type }) => type);
const LINE = 'line with several words in it that is long';

// The expected results are the output of wikidiff2 1.13.
describe('diffInline', () => {
  it('pairs lines that have enough bytes in common', () => {
    const lines = (start: string, letters: number) => typesOf(start + 'x'.repeat(letters), start + 'y'.repeat(letters));
    expect([lines('ab ', 11), lines('ab ', 12)]).toEqual([[3], [1, 2]]);
    expect([lines('é ', 11), lines('é ', 12)]).toEqual([[3], [1, 2]]);
    expect([lines('日 ', 15), lines('日 ', 16)]).toEqual([[3], [1, 2]]);
    expect([typesOf('ab xxxxxx', `ab ${'y'.repeat(11)}`), typesOf('ab xxxxxx', `ab ${'y'.repeat(12)}`)]).toEqual([[3], [1, 2]]);
  });

  it('marks changed words by byte offsets', () => {
    expect(diffInline('é ü x', 'é ö x')[0]).toMatchObject({
      text: 'é üö x',
      highlightRanges: [
        { start: 3, length: 2, type: 1 },
        { start: 5, length: 2, type: 0 },
      ],
    });
    expect(diffInline('日本語テキスト', '日本誤テキスト')[0]).toMatchObject({ highlightRanges: [{ start: 6 }, { start: 9 }] });
    expect(diffInline('a,b.c', 'a;b.c')[0]?.text).toBe('a,;b.c');
  });

  it('links both positions of a moved line', () => {
    const moved = diffInline(`a1\n${LINE}\nb1\nc1`, `xx\nc1\nyy\n${LINE} z\nqq`);
    expect(moved.map(({ type }) => type)).toEqual([1, 2, 4, 2, 0, 1, 5, 1]);
    expect(moved[2]).toEqual({
      type: 4,
      moveInfo: { id: 'movedpara_2_0_lhs', linkId: 'movedpara_4_1_rhs', linkDirection: 0 },
      text: LINE,
      offset: { from: 3, to: null },
    });
    expect(moved[6]).toEqual({
      type: 5,
      lineNumber: 4,
      moveInfo: { id: 'movedpara_4_1_rhs', linkId: 'movedpara_2_0_lhs', linkDirection: 1 },
      text: `${LINE} z`,
      offset: { from: null, to: 9 },
      highlightRanges: [{ start: 42, length: 2, type: 0 }],
    });
  });

  it('shows a line that moved past a single other line as changed', () => {
    expect(diffInline('k\nddd eee fff', 'k\naaa bbb ccc\nddd eee fff yyy').slice(1)).toEqual([
      { type: 1, lineNumber: 2, text: 'aaa bbb ccc', offset: { from: null, to: 2 } },
      {
        type: 3,
        lineNumber: 3,
        text: 'ddd eee fff yyy',
        offset: { from: 2, to: null },
        highlightRanges: [{ start: 11, length: 4, type: 0 }],
      },
    ]);
  });

  it('ignores a line break at the end', () => {
    expect([diffInline('a\n', 'a'), typesOf('', 'x'), typesOf('x', ''), typesOf('m\n\n\nn', 'm\nn')]).toEqual([[], [1], [2], [0, 2, 2, 0]]);
  });

  it('terminates for long texts with few common parts', () => {
    const many = (seed: number, between: string) => Array.from({ length: 20_000 }, (_, at) => (at * seed) % 977).join(between);
    expect(typesOf(many(7, ' x\n'), many(11, ' x\n')).length).toBeGreaterThan(0);
    expect(typesOf(many(7, ' '), many(11, ' '))).toEqual([1, 2]);
  });
});
