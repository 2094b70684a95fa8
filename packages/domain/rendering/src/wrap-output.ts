import { escapeSpecialChars } from '@wikiquery/html';
import { directionOf } from '@wikiquery/languages';

export const OUTPUT_CLASSES = 'mw-parser-output';

export function wrapOutput(html: string, language: string, classes = OUTPUT_CLASSES): string {
  const direction = directionOf(language);
  const all = escapeSpecialChars(`mw-content-${direction} ${classes}`);
  return `<div class="${all}" lang="${escapeSpecialChars(language)}" dir="${direction}">${html}</div>`;
}
