import { decodeCharacterReferences } from '@wikiquery/titles';

/** Elements without text for readers. */
const SKIPPED = new Set(['style', 'script']);
/** Elements that begin and end a line, and inline elements that separate words. */
const LINES = new Set('p div li dt dd tr h1 h2 h3 h4 h5 h6 br hr pre table caption blockquote figure figcaption ul ol dl'.split(' '));
const WORDS = new Set(['td', 'th']);

const TAG = /<(\/?)([a-z][a-z0-9]*)[^<>]*>|<!--[\s\S]*?-->|$/gi;

/** Converts the HTML of a page to plain text: one line for each block, and an empty line between paragraphs. */
export function htmlToText(html: string): string {
  let text = '';
  let last = 0;
  let skipped: string | undefined;
  for (const { 0: tag, 1: closing, 2: given = '', index } of html.matchAll(TAG)) {
    if (skipped === undefined) text += html.slice(last, index).replaceAll(/\s+/g, ' ');
    last = index + tag.length;
    const name = given.toLowerCase();
    if (skipped !== undefined) {
      if (closing === '/' && name === skipped) skipped = undefined;
    } else if (SKIPPED.has(name) && closing === '') skipped = name;
    else if (LINES.has(name)) text += name === 'p' || /^h\d$/.test(name) ? '\n\n' : '\n';
    else if (WORDS.has(name)) text += '\t';
  }
  return decodeCharacterReferences(text)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
