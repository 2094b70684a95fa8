import type { Replace } from './rules.ts';

const NUMERAL = '(?=[MDCLXVI])M{0,4}(?:C[DM]|D?C{0,3})(?:X[LC]|L?X{0,3})(?:I[VX]|V?I{0,3})';
const BREAK = String.raw`[^\w\u0080-\uffff]`;
const STANDING_ALONE = new RegExp(`^${NUMERAL}$|^${NUMERAL}${BREAK}|${BREAK}${NUMERAL}$|${BREAK}${NUMERAL}${BREAK}`, 'g');

/** Converts a text except standalone Roman numerals and the characters around them. */
export function exceptRomanNumerals(text: string, replace: Replace): string {
  const [first, ...rest] = partsOf(text);
  if (first === undefined) return '';
  // Adjacent numerals share a separator, so the text between two matches may contain another numeral.
  return replace(first.text) + rest.map(({ numeral, text: part }) => numeral + exceptRomanNumerals(part, replace)).join('');
}

function partsOf(text: string): { readonly numeral: string; readonly text: string }[] {
  const parts = [];
  let numeral = '';
  let end = 0;
  for (const match of text.matchAll(STANDING_ALONE)) {
    parts.push({ numeral, text: text.slice(end, match.index) });
    numeral = match[0];
    end = match.index + numeral.length;
  }
  return [...parts, { numeral, text: text.slice(end) }];
}
