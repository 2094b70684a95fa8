import { escapeHtml } from '@wikiquery/comments';
import type { SearchLanguage } from './normalize.ts';
import type { Term } from './terms.ts';

type Highlight = (text: string) => string;

/** Makes snippets with the words and phrases of a query; undefined when there are none. */
export const highlightTerms = (terms: readonly Term[], { hasWordBreaks, ellipsis, mark }: SearchLanguage): Highlight | undefined =>
  highlighter(
    terms.map(({ text, isPrefix }) => {
      if (!hasWordBreaks) return RegExp.escape(text);
      const inside = markWords(text).replace(/^\0|\0$/g, '');
      return `(?<=\\0)${RegExp.escape(inside)}${isPrefix ? '' : '(?=\\0)'}`;
    }),
    hasWordBreaks ? markWords : text => text,
    { ellipsis, mark },
  );

/** Makes snippets with texts that may stand anywhere, in words too; undefined when there are none. */
export const highlightTexts = (texts: readonly string[], { ellipsis, mark }: SearchLanguage): Highlight | undefined =>
  highlighter(
    texts.map(text => RegExp.escape(text)),
    text => text,
    { ellipsis, mark },
  );

/** Words between marks: a pattern with `\b` for the letters of all languages takes long, and with many words very long. */
const markWords = (text: string): string => text.replace(/[\p{L}\p{N}\p{Mn}\p{Pc}]+/gu, '\0$&\0');
const unmarked = (text: string): string => text.replaceAll('\0', '');

const LINES = 2;
/** Characters before and behind the words. */
const CONTEXT = 75;

/**
 * Snippets as MediaWiki makes them: of the first two lines that have one of the words the last place where one stands, with its surroundings,
 * as HTML.
 */
function highlighter(
  patterns: readonly string[],
  split: (text: string) => string,
  { ellipsis, mark }: Pick<SearchLanguage, 'ellipsis' | 'mark'>,
): Highlight | undefined {
  if (patterns.length === 0) return undefined;
  const any = [...new Set(patterns)].join('|');
  const inLine = new RegExp(`^(?<before>[^]*)(?<found>${any})(?<after>[^]*)`, 'iu');
  const inSnippet = new RegExp(any, 'giu');
  return text => {
    let snippet = '';
    let lines = 0;
    for (const line of text.split('\n')) {
      const { before = '', found = '', after = '' } = inLine.exec(split(line))?.groups ?? {};
      if (found === '') continue;
      const part = escapeHtml(cutStart(unmarked(before), ellipsis) + unmarked(found) + cutEnd(unmarked(after), ellipsis));
      snippet += `${unmarked(split(part).replace(inSnippet, word => `${mark}${word}</span>`))}\n`;
      if (++lines === LINES) break;
    }
    return snippet;
  };
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
