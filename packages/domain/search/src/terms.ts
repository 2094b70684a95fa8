/** A word or a phrase of a query. */
export interface Term {
  readonly text: string;
  readonly isPhrase: boolean;
  /** `word*` */
  readonly isPrefix: boolean;
  /** `-` or nothing. */
  readonly sign: string;
}

/** Characters of words. All that is not ASCII counts. */
const WORD = String.raw`A-Za-z_'.0-9\u0080-\u{10ffff}`;

/** The words and "phrases" of a query; `signs` are characters that may stand in a word or before it. What is neither only parts words. */
export function readTerms(query: string, signs: '' | '-'): Term[] {
  const clean = query.replace(new RegExp(`[^"*${WORD}${signs}]`, 'gu'), ' ');
  const term = new RegExp(`(?<sign>${signs ? `[${signs}]?` : ''})(?:(?<word>[${WORD}${signs}]+)(?<star>\\*?)|"(?<phrase>[^"]*)")`, 'gu');
  return Array.from(clean.trim().matchAll(term), ({ groups = {} }) => ({
    text: groups.word ?? groups.phrase ?? '',
    isPhrase: groups.word === undefined,
    isPrefix: groups.star === '*',
    sign: groups.sign ?? '',
  }));
}

/** A term in the syntax that SQLite and MariaDB share, in the forms that it may have in the index. */
export function writeTerm(term: Term, forms: readonly string[]): string {
  const written = forms.map(form => writeForm(term, form)).join('');
  return forms.length > 1 ? `(${written})` : written;
}

/** Words that normalising has split become a phrase. */
function writeForm({ isPhrase, isPrefix }: Term, normalized: string): string {
  const words = !isPhrase && normalized.includes(' ') ? `"${normalized.trim()}"` : isPhrase ? `"${normalized}"` : normalized;
  return `${words}${isPrefix ? '*' : ''} `;
}
