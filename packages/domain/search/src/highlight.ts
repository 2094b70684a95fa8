import { escapeSpecialChars } from '@wikiquery/html';
import type { SearchLanguage } from './normalize.ts';
import type { Term } from './terms.ts';

/** What a snippet shows of a text. */
export interface Marking extends Pick<SearchLanguage, 'ellipsis' | 'mark'> {
  /** What is looked for, as patterns. */
  readonly patterns: readonly string[];
  /** Patterns know by `\0` where words begin and end. */
  readonly byWords: boolean;
}

/** The words and phrases of a query; undefined when there are none. */
export const markTerms = (terms: readonly Term[], { hasWordBreaks, ellipsis, mark, shownForms }: SearchLanguage): Marking | undefined =>
  marking(
    terms.flatMap(({ text, isPrefix }) => {
      if (!hasWordBreaks) return shownForms(text).map(form => RegExp.escape(form));
      const inside = markWords(text).replace(/^\0|\0$/g, '');
      return `${RegExp.escape(inside)}${isPrefix ? '' : '(?=\\0)'}`;
    }),
    hasWordBreaks,
    { ellipsis, mark },
  );

/** Texts that may stand anywhere, in words too; undefined when there are none. */
export const markTexts = (texts: readonly string[], { ellipsis, mark }: SearchLanguage): Marking | undefined =>
  marking(
    texts.map(text => RegExp.escape(text)),
    false,
    { ellipsis, mark },
  );

const marking = (
  patterns: readonly string[],
  byWords: boolean,
  { ellipsis, mark }: Pick<SearchLanguage, 'ellipsis' | 'mark'>,
): Marking | undefined => (patterns.length === 0 ? undefined : { patterns: [...new Set(patterns)], byWords, ellipsis, mark });

/** Words between marks: a pattern with `\b` for the letters of all languages takes long, and with many words very long. */
const markWords = (text: string): string => text.replace(/[\p{L}\p{N}\p{Mn}\p{Pc}]+/gu, '\0$&\0');
const unmarked = (text: string): string => text.replaceAll('\0', '');

const LINES = 2;
/** Characters before and behind the words. */
const CONTEXT = 75;

/**
 * A snippet as MediaWiki makes it: of the first two lines that have one of the words the last place where one stands, with its surroundings,
 * as HTML.
 */
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

/** One character more than are kept is looked at: an ellipsis in its place must be shorter. */
function cutEnd(text: string, ellipsis: string): string {
  const characters = Array.from(text.slice(0, 2 * CONTEXT + 2)).slice(0, CONTEXT + 1);
  if (characters.length <= CONTEXT) return characters.join('');
  const cut = characters.slice(0, CONTEXT).join('').replace(SPACE_BEHIND, '') + ellipsis;
  return Array.from(cut).length < characters.length ? cut : characters.join('');
}
