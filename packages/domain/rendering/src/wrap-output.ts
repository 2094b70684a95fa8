import { escapeSpecialChars } from '@wikiquery/html';
import { directionOf } from '@wikiquery/languages';

/** Default class of the element around the HTML of a page. */
export const OUTPUT_CLASSES = 'mw-parser-output';

/** Wraps the HTML of a page in an element with classes and the page's language, as MediaWiki does. `tag`: BCP 47 tag of the language. */
export function wrapOutput(html: string, language: string, classes = OUTPUT_CLASSES, tag = language): string {
  const direction = directionOf(language);
  const all = escapeSpecialChars(`mw-content-${direction} ${classes}`);
  return `<div class="${all}" lang="${escapeSpecialChars(tag)}" dir="${direction}">${html}</div>`;
}
