export interface Term {
  readonly text: string;
  readonly isPhrase: boolean;
  readonly isPrefix: boolean;
  readonly sign: string;
}

const WORD = String.raw`A-Za-z_'.0-9\u0080-\u{10ffff}`;

/** Reads the words and "phrases" of a query; words may contain or follow one of `signs`. */
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

/** Writes a term in the syntax shared by SQLite and MariaDB, with all its indexed forms. */
export function writeTerm(term: Term, forms: readonly string[]): string {
  const written = forms.map(form => writeForm(term, form)).join('');
  return forms.length > 1 ? `(${written})` : written;
}

function writeForm({ isPhrase, isPrefix }: Term, normalized: string): string {
  const words = !isPhrase && normalized.includes(' ') ? `"${normalized.trim()}"` : isPhrase ? `"${normalized}"` : normalized;
  return `${words}${isPrefix ? '*' : ''} `;
}
