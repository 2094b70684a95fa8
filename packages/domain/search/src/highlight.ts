import { escapeSpecialChars } from '@wikiquery/html';
import type { SearchLanguage } from './normalize.ts';
import type { Term } from './terms.ts';

export interface Marking extends Pick<SearchLanguage, 'ellipsis' | 'mark'> {
  readonly patterns: readonly string[];
  readonly byWords: boolean;
}

/** Compiles the words and phrases of a query into patterns that snippets highlight. Returns undefined if there are none. */
export const markTerms = (terms: readonly Term[], language: SearchLanguage): Marking | undefined =>
  marking(
    terms.flatMap(({ text, isPrefix }) => {
      if (!language.hasWordBreaks) return language.shownForms(text).map(form => RegExp.escape(form));
      const inside = markWords(text).replace(/^\0|\0$/g, '');
      return `${RegExp.escape(inside)}${isPrefix ? '' : '(?=\\0)'}`;
    }),
    language.hasWordBreaks,
    language,
  );

/** Compiles texts into patterns that snippets highlight, also inside words. Returns undefined if there are none. */
export const markTexts = (texts: readonly string[], language: SearchLanguage): Marking | undefined =>
  marking(
    texts.map(text => RegExp.escape(text)),
    false,
    language,
  );

const marking = (patterns: readonly string[], byWords: boolean, { ellipsis, mark }: SearchLanguage): Marking | undefined =>
  patterns.length === 0 ? undefined : { patterns: [...new Set(patterns)], byWords, ellipsis, mark };

/** Marks word boundaries with `\0`, because Unicode-aware lookarounds in the patterns would be slow. */
const markWords = (text: string): string => text.replace(/[\p{L}\p{N}\p{Mn}\p{Pc}]+/gu, '\0$&\0');
const unmarked = (text: string): string => text.replaceAll('\0', '');

const LINES = 2;
const CONTEXT = 75;

/** Creates an HTML snippet as MediaWiki does: the last match in each of the first two matching lines, with context. */
export function makeSnippet({ text, marking: { patterns, byWords, ellipsis, mark } }: { text: string; marking: Marking }): string {
  const split = byWords ? markWords : (line: string) => line;
  const any = `${byWords ? '(?<=\\0)' : ''}(?:${patterns.join('|')})`;
  const inLine = new RegExp(`^(?<before>[^]*)(?<found>${any})(?<after>[^]*)`, 'iu');
  const inSnippet = new RegExp(any, 'giu');
  let snippet = '';
  let lines = 0;
  for (const line of linesOf(text)) {
    const { before = '', found = '', after = '' } = inLine.exec(split(line))?.groups ?? {};
    if (found === '') continue;
    const part = escapeSpecialChars(cutStart(unmarked(before), ellipsis) + unmarked(found) + cutEnd(unmarked(after), ellipsis));
    snippet += `${unmarked(split(part).replace(inSnippet, word => `${mark}${word}</span>`))}\n`;
    if (++lines === LINES) break;
  }
  return snippet;
}

function* linesOf(text: string): Generator<string> {
  for (let begin = 0; begin <= text.length; ) {
    const end = text.indexOf('\n', begin);
    yield text.slice(begin, end < 0 ? undefined : end);
    begin = end < 0 ? text.length + 1 : end + 1;
  }
}

const SPACE = ' \\t\\n\\r\\0\\v';
const SPACE_BEFORE = new RegExp(`^[${SPACE}]+`);
const SPACE_BEHIND = new RegExp(`[${SPACE}]+$`);

function cutStart(text: string, ellipsis: string): string {
  const characters = Array.from(text.slice(-4 * CONTEXT));
  if (characters.length <= CONTEXT) return text;
  const cut = ellipsis + characters.slice(-CONTEXT).join('').replace(SPACE_BEFORE, '');
  return Array.from(cut).length < characters.length ? cut : text;
}

/** Returns at most `CONTEXT` + 1 characters. Uses the ellipsis only if the result is then shorter. */
function cutEnd(text: string, ellipsis: string): string {
  const characters = Array.from(text.slice(0, 2 * CONTEXT + 2)).slice(0, CONTEXT + 1);
  if (characters.length <= CONTEXT) return characters.join('');
  const cut = characters.slice(0, CONTEXT).join('').replace(SPACE_BEHIND, '') + ellipsis;
  return Array.from(cut).length < characters.length ? cut : characters.join('');
}
