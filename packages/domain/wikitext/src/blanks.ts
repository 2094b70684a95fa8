const BLANKS = ' \t\n\r\0\v';

/** Trims a text as PHP's `trim` does: non-breaking spaces stay. */
export function trimmedText(text: string): string {
  let from = 0;
  while (from < text.length && BLANKS.includes(text[from] as string)) from++;
  return text.slice(from, Math.max(from, endOfText(text)));
}

/** Returns the length of a text without trailing whitespace. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && BLANKS.includes(text[end - 1] as string)) end--;
  return end;
}
