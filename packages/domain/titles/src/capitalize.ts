/** Converts the first letter to Unicode title case, as MediaWiki does: `ß` becomes `Ss`, `ǆ` becomes `ǅ`. Georgian letters are kept. */
export const upperFirst = (text: string, dottedI = false): string => {
  const code = text.charCodeAt(0);
  if (code < 0x80) {
    if (code < 0x61 || code > 0x7a) return text;
    return (dottedI && code === 0x69 ? 'İ' : String.fromCharCode(code - 0x20)) + text.slice(1);
  }
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === '' ? '' : titleCase(first) + text.slice(first.length);
};

/** Whether one of the languages, such as Turkish, capitalizes `i` as `İ`. `chain`: the wiki's language and its fallbacks. */
export const hasDottedI = (chain: readonly string[]): boolean => chain.some(code => DOTTED_I.has(code));

const DOTTED_I = new Set(['az', 'kaa', 'tr']);

// JavaScript supports only upper case. Title case differs for expanding letters, Croatian digraphs, Greek iota subscripts and Georgian.
const titleCase = (letter: string): string => {
  if (GEORGIAN.test(letter)) return letter;
  const digraph = DIGRAPHS.get(letter);
  if (digraph !== undefined) return digraph;
  const upper = letter.toUpperCase();
  if (upper.length === letter.length) return upper;
  if (letter.normalize('NFD').endsWith(IOTA_BELOW)) return titleWithIota(letter);
  const [head = '', ...rest] = upper;
  return head.toLowerCase() === head ? upper : head + rest.join('').toLowerCase();
};

const titleWithIota = (letter: string): string => {
  const [base = '', ...marks] = letter.normalize('NFD');
  return (base.toUpperCase() + marks.join('')).normalize('NFC');
};

const GEORGIAN = /^[ა-ჺჽ-ჿ]/;
const IOTA_BELOW = '\u0345';
const DIGRAPHS = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap(([upper = '', title = '', lower = '']) => [upper, title, lower].map(form => [form, title] as const)),
);
