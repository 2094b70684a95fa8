/** Number of characters at the start of a text that are corrected. The first character is rarely wrong, so it is never corrected. */
export const LONGEST_MENDED = 28;
/** Minimum length of a text to correct. Too many words are close to a shorter text. */
const SHORTEST = 3;

/** Returns all texts that differ by one typing error: an added, missing, wrong or transposed letter. */
export function withoutError(text: string, letters: string): string[] {
  if (text.length < SHORTEST) return [];
  const found = new Set<string>();
  const end = Math.min(text.length, LONGEST_MENDED);
  for (let at = 1; at < end; at++) {
    const [before, sign, after] = [text.slice(0, at), text[at] as string, text.slice(at + 1)];
    found.add(before + after);
    if (after !== '') found.add(before + after[0] + sign + after.slice(1));
    for (const letter of letters) {
      found.add(before + letter + after);
      found.add(before + letter + sign + after);
    }
  }
  for (const letter of text.length < LONGEST_MENDED ? letters : '') found.add(text + letter);
  found.delete(text);
  return [...found];
}

/** Whether a name begins with a text, apart from at most one typing error. */
export function beginsNearly(name: string, text: string): boolean {
  let at = 0;
  while (at < text.length && name[at] === text[at]) at++;
  const matches = (inName: number, inText: number): boolean => name.startsWith(text.slice(inText), inName);
  const areSwapped = name[at] === text[at + 1] && name[at + 1] === text[at] && matches(at + 2, at + 2);
  return at === text.length || matches(at + 1, at + 1) || matches(at, at + 1) || matches(at + 1, at) || areSwapped;
}
