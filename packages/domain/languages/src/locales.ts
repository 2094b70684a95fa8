/** Most characters of a cached language code. Requests may contain longer codes, but no language has one. */
export const LONGEST_CODE = 50;

/** MediaWiki has codes that are no language tags, such as `map-bms`. */
export function isLocale(code: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([code]).length > 0;
  } catch {
    return false;
  }
}
