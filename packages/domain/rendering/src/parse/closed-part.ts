/**
 * Transforms the part of a text up to the last match of `end`. A pattern that ends with `end` cannot match in the rest, but would search
 * for `end` from each possible start, in quadratic time.
 */
export function inClosedPart(text: string, end: RegExp, change: (part: string) => string): string {
  let closed = 0;
  for (const { 0: found, index } of text.matchAll(end)) closed = index + found.length;
  return change(text.slice(0, closed)) + text.slice(closed);
}

export const withoutNowikiTags = (text: string): string =>
  inClosedPart(text, /<\/nowiki>/gi, part => part.replaceAll(/<nowiki>(.*?)<\/nowiki>/gis, '$1'));
