/**
 * Changes the part of a text up to the last match of `end`. A pattern that needs such an end matches nothing behind that, and would look for it from each of its
 * beginnings, in time that grows with the square of the text.
 */
export function inClosedPart(text: string, end: RegExp, change: (part: string) => string): string {
  let closed = 0;
  for (const { 0: found, index } of text.matchAll(end)) closed = index + found.length;
  return change(text.slice(0, closed)) + text.slice(closed);
}

/** Text with what is in `<nowiki>` elements instead of them. */
export const withoutNowikiTags = (text: string): string =>
  inClosedPart(text, /<\/nowiki>/gi, part => part.replaceAll(/<nowiki>(.*?)<\/nowiki>/gis, '$1'));
