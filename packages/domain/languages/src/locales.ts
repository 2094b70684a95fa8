/** Maximum length in characters of a language code that is cached. Requests may contain longer codes, but no language has one. */
export const LONGEST_CODE = 50;

/** Whether Node.js supports the code. Some of MediaWiki's codes, such as `map-bms`, are not valid language tags. */
export function isLocale(code: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([code]).length > 0;
  } catch {
    return false;
  }
}
