const BLANKS = ' \t\n\r\0\v';

/** Text without blanks around it; spaces that do not break are no blanks. */
export function trimmedText(text: string): string {
  let from = 0;
  while (from < text.length && BLANKS.includes(text[from] as string)) from++;
  return text.slice(from, Math.max(from, endOfText(text)));
}

/** Where the blanks at the end of a text begin. */
export function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && BLANKS.includes(text[end - 1] as string)) end--;
  return end;
}
