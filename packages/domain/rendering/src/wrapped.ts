import { escapeSpecialChars } from '@wikiquery/html';
import { directionOf } from '@wikiquery/languages';

/** The classes of the element around the HTML of a page, beside that of its direction. */
export const OUTPUT_CLASSES = 'mw-parser-output';

/** HTML of a page in the element that tells its language. */
export function wrapped(html: string, language: string, classes = OUTPUT_CLASSES): string {
  const direction = directionOf(language);
  const all = escapeSpecialChars(`mw-content-${direction} ${classes}`);
  return `<div class="${all}" lang="${escapeSpecialChars(language)}" dir="${direction}">${html}</div>`;
}
