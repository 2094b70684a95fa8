export interface Term {
  readonly text: string;
  readonly isPhrase: boolean;
  readonly isPrefix: boolean;
  readonly sign: string;
}

const WORD = String.raw`A-Za-z_'.0-9\u0080-\u{10ffff}`;

/** Parses the words and `"phrases"` of a query. `signs` may precede a word or phrase, or be part of a word. */
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

/** Writes a term, in all its indexed forms, in the query syntax that SQLite and MariaDB share. */
export function writeTerm(term: Term, forms: readonly string[]): string {
  const written = forms.map(form => writeForm(term, form)).join('');
  return forms.length > 1 ? `(${written})` : written;
}

function writeForm({ isPhrase, isPrefix }: Term, normalized: string): string {
  const words = !isPhrase && normalized.includes(' ') ? `"${normalized.trim()}"` : isPhrase ? `"${normalized}"` : normalized;
  return `${words}${isPrefix ? '*' : ''} `;
}
