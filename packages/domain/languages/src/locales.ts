/** Maximum length in characters of a language code that is cached. Requests may contain longer codes, but no language has one. */
export const LONGEST_CODE = 50;
