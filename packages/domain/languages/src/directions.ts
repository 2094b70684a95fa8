import { LONGEST_CODE } from './locales.ts';

/** Returns the writing direction of a language. Unknown languages are left-to-right. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  let known = directions.get(code);
  if (!known) {
    known = RIGHT_TO_LEFT.has(script(code)) ? 'rtl' : 'ltr';
    // Codes may come from requests, so the cache is bounded.
    if (directions.size < 2000 && code.length <= LONGEST_CODE) directions.set(code, known);
  }
  return known;
}

function script(code: string): string {
  const own = SCRIPTS.get(code);
  if (own) return own;
  try {
    return new Intl.Locale(code).maximize().script ?? '';
  } catch {
    return '';
  }
}

const directions = new Map<string, 'ltr' | 'rtl'>();
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);
/** MediaWiki's scripts for languages where CLDR has a different script. */
const SCRIPTS: ReadonlyMap<string, string> = new Map(Object.entries({ arc: 'Syrc', brh: 'Latn', lad: 'Latn' }));
