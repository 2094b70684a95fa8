/**
 * Transforms the part of a text up to the last match of `end`. A pattern that requires this end cannot match later, and would search for it from each of its
 * starts, in quadratic time.
 */
export function inClosedPart(text: string, end: RegExp, change: (part: string) => string): string {
  let closed = 0;
  for (const { 0: found, index } of text.matchAll(end)) closed = index + found.length;
  return change(text.slice(0, closed)) + text.slice(closed);
}

export const withoutNowikiTags = (text: string): string =>
  inClosedPart(text, /<\/nowiki>/gi, part => part.replaceAll(/<nowiki>(.*?)<\/nowiki>/gis, '$1'));
