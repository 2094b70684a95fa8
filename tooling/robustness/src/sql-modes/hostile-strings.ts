import { Random } from '../random.ts';

/** Fragments that end a literal, a statement or a multi-byte character too early in some SQL mode. */
const PARTS = [
  ...["'", "''", "\\'", "\\\\'", '\\', '\\\\', '"', '""', '\\"', '`', '``', '\\`'],
  ...['\0', '\b', '\t', '\n', '\r', '\x1a', '\\0', '\\x27', '\\u0027', '%', '_', '\\%', '\\_'],
  // In GBK, Big5 or Shift JIS, some of these end with the byte of a backslash, or start a multi-byte character.
  ...['¿', '縗', '表', '\u0327', '𝄞', '\u{1f4a9}', 'ʼ', '＇', '\u02bc', '\ufeff', 'é'],
  ...['?', '??', '$1', ':name', '@x', '@@version', '{fn now()}', '$$', '$tag$'],
  ...[' -- ', '-- \n', '#', '/*', '*/', '/*!50000 ', '/*M! ', ';', ')', "')", "'), (", ' or 1=1 ', '||', ' union select 1 '],
  ...['x', 'A', 'a', ' ', '0', 'NULL', 'text'],
];

/** Returns strings that can break out of SQL literals, and `count` random strings, which are the same in every run. */
export function hostileStrings(count: number): string[] {
  const random = new Random(count);
  const made = Array.from({ length: count }, () => Array.from({ length: 1 + random.below(12) }, () => random.of(PARTS)).join(''));
  return [...new Set([...PARTS, ...PARTS.map(part => `x${part}`), ...PARTS.map(part => `${part}'`), ...made])];
}
