/** Replaces `''italic''` and `'''bold'''` in each line. Unclosed markup ends at the end of its line. */
export const quoteMarkup = (text: string): string =>
  text.includes("''")
    ? text
        .split('\n')
        .map(line => (line.includes("''") ? quotesOf(line) : line))
        .join('\n')
    : text;

function quotesOf(line: string): string {
  const parts = line.split(/(''+)/);
  let bold = 0;
  let italic = 0;
  for (let at = 1; at < parts.length; at += 2) {
    const length = (parts[at] as string).length;
    // The first of four quotes is text. If there are more than five, all except the last five are text.
    const extra = length === 4 ? 1 : Math.max(0, length - 5);
    if (extra > 0) {
      parts[at - 1] += "'".repeat(extra);
      parts[at] = "'".repeat(length - extra);
    }
    const left = length - extra;
    if (left === 2 || left === 5) italic++;
    if (left === 3 || left === 5) bold++;
  }
  if (bold % 2 === 1 && italic % 2 === 1) balance(parts);
  return written(parts);
}

/** If bold and italic marks are both odd in number, one bold mark becomes an apostrophe and italic, preferably after a one-letter word. */
function balance(parts: string[]): void {
  let afterOne = -1;
  let afterWord = -1;
  let afterBlank = -1;
  for (let at = 1; at < parts.length; at += 2) {
    if ((parts[at] as string).length !== 3) continue;
    const before = parts[at - 1] as string;
    if (before.endsWith(' ')) {
      if (afterBlank < 0) afterBlank = at;
    } else if (before.at(-2) === ' ') {
      afterOne = at;
      break;
    } else if (afterWord < 0) afterWord = at;
  }
  const chosen = [afterOne, afterWord, afterBlank].find(at => at >= 0);
  if (chosen === undefined) return;
  parts[chosen] = "''";
  parts[chosen - 1] += "'";
}

type State = '' | 'b' | 'i' | 'bi' | 'ib' | 'both';

const STEPS: Readonly<Record<2 | 3 | 5, Readonly<Record<Exclude<State, 'both'>, readonly [string, State]>>>> = {
  2: { i: ['</i>', ''], bi: ['</i>', 'b'], ib: ['</b></i><b>', 'b'], b: ['<i>', 'bi'], '': ['<i>', 'i'] },
  3: { b: ['</b>', ''], bi: ['</i></b><i>', 'i'], ib: ['</b>', 'i'], i: ['<b>', 'ib'], '': ['<b>', 'b'] },
  5: { b: ['</b><i>', 'i'], i: ['</i><b>', 'b'], bi: ['</i></b>', ''], ib: ['</b></i>', ''], '': ['', 'both'] },
};

function written(parts: readonly string[]): string {
  let out = '';
  let state: State = '';
  /** Text after five quotes. The next run of quotes determines the nesting. */
  let pending = '';
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) {
      if (state === 'both') pending += part;
      else out += part;
      continue;
    }
    const length = part.length as 2 | 3 | 5;
    if (state === 'both') {
      if (length === 2) out += `<b><i>${pending}</i>`;
      else if (length === 3) out += `<i><b>${pending}</b>`;
      else out += `<i><b>${pending}</b></i>`;
      state = length === 2 ? 'b' : length === 3 ? 'i' : '';
      pending = '';
      continue;
    }
    const [tags, next]: readonly [string, State] = STEPS[length][state];
    out += tags;
    state = next;
  }
  if (state === 'both') return pending === '' ? out : `${out}<b><i>${pending}</i></b>`;
  const ends = { '': '', b: '</b>', i: '</i>', bi: '</i></b>', ib: '</b></i>' };
  return out + ends[state];
}
