import { numbered, repeat, repeated, type Shape, shapes } from './shape.ts';

const line = (number: number): string => `line ${number} of this text`;

/** Texts that are compared with each of the counterparts. */
export const DIFFERENCES = shapes('difference', {
  'different lines': size => numbered(i => `${line(i)} new\n`, size),
  'lines in reverse': size => linesOf(size).toReversed().join('\n'),
  'lines shuffled': size => shuffled(linesOf(size)).join('\n'),
  'a block that moved': size => {
    const lines = linesOf(size);
    return [...lines.slice(lines.length / 2), ...lines.slice(0, lines.length / 2)].join('\n');
  },
  'every other line': size => numbered(i => `${line(i)}${i % 2 === 0 ? ' changed' : ''}\n`, size),
  'a word of every line': size => numbered(i => `${line(i).replace('of', 'in')}\n`, size),
  'equal lines': repeated('a\n'),
  'empty lines': repeated('\n'),
  'lines of one letter': size => numbered(i => `${'abcdefg'[(i * i + i) % 7]}\n`, size),
  'one line of words': size => numbered(i => `${(i * 7919) % 1009} `, size),
  'one line of one word': repeated('a'),
  'one line of punctuation': repeated('.,'),
  'one line of marks': repeated('a\u0301\u0316'),
  'one line of ideographs': size => numbered(i => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)), size),
  'carriage returns': repeated('a\r\n'),
});

/** Texts of the pages that {@link DIFFERENCES} are compared with. */
export const COUNTERPARTS: Readonly<Record<string, Shape['make']>> = {
  lines: size => linesOf(size).join('\n'),
  words: size => numbered(i => `${(i * 104_729) % 1013} `, size),
  letters: size => numbered(i => `${'gfedcba'[(i * i + 3 * i) % 7]}\n`, size),
};

function linesOf(size: number): string[] {
  return numbered(i => `${line(i)}\n`, size)
    .trimEnd()
    .split('\n');
}

/** Shuffles items in the same way each time. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, i) => ({ item, key: Math.imul(i + 1, 0x9e3779b1) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

export const CHARACTERS = shapes('characters', {
  letters: repeated('a'),
  'accents in the wrong order': repeated('\u0301\u0316'),
  'a letter of accents': size => `a${repeat('\u0316\u0301\u0327', size)}`,
  'letters that become three': repeated('\ufb2c\u{1d160}'),
  'hangul in parts': repeated('\u1112\u1161\u11ab'),
  'halves of pairs': repeated('\ud800a'),
  'right to left': repeated('\u202e\u05d0\u200f'),
  'invisible letters': repeated('\u200b\u200d\ufeff'),
  'joined pictures': repeated('\u{1f468}\u200d\u{1f469}\u200d'),
  'control characters': repeated('\u0001\u0002'),
  zeros: repeated('\0'),
  'letters that change length': repeated('\u0130\u00df\u0149'),
  spaces: repeated(' '),
  'spaces before a letter': size => `${' '.repeat(size)}a`,
  'tabs and spaces': repeated('\t \u00a0\u3000'),
  underscores: repeated('_'),
  newlines: repeated('\r\n'),
  backslashes: repeated('\\'),
  'quotation marks': repeated('"\''),
  'percent signs': repeated('%41%'),
});
