import { Yielder } from '@wikiquery/core/host';
import { HEADING_END, HEADING_START } from '@wikiquery/rendering';

/** Sentence ends: before white space `!`, `?` or a full stop that follows no capital letter; also East Asian punctuation. */
const ENDS = /(?:\P{Lu}\.(?=[ \n]|$)|[!?](?=[ \n]|$)|[。．！？｡])+/gu;

type Tidy = (cut: string) => string | Promise<string>;

/** Returns the first `count` sentences, or the first line if the text has no sentence end. `tidy` repairs the cut text. */
export async function firstSentences(text: string, count: number, tidy: Tidy): Promise<string> {
  let end: number | undefined;
  let found = 0;
  for (const match of text.matchAll(ENDS)) {
    end = match.index + match[0].length;
    if (++found === count) break;
  }
  return trimmed(end === undefined ? (text.split('\n', 1)[0] as string) : await tidy(text.slice(0, end)));
}

/** Cuts a text at the end of the word after `count` characters and appends an ellipsis. `tidy` repairs the cut text. */
export async function firstCharacters(text: string, count: number, tidy: Tidy): Promise<string> {
  if (text.length <= count) return text;
  let end = 0;
  for (let left = count; left > 0 && end < text.length; left--) end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
  if (end >= text.length) return text;
  REST_OF_WORD.lastIndex = end;
  const cut = text.slice(0, end + (REST_OF_WORD.exec(text)?.[0].length ?? 0));
  return cut === text ? text : `${trimmed(await tidy(cut))}...`;
}
const REST_OF_WORD = /[\p{L}\p{N}_/]*>?/uy;

const HEADING = new RegExp(`${HEADING_START}(\\d)${HEADING_END}(.*)`, 'g');

/** Number of characters to process per event-loop tick. */
const PIECE = 100_000;

/** Formats the marked headings of a text. */
export async function withHeadings(text: string, format: 'plain' | 'wiki' | 'raw'): Promise<string> {
  if (format === 'raw') return text;
  const yielder = new Yielder();
  let out = '';
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at + PIECE);
    const end = newline < 0 ? text.length : newline;
    out += text.slice(at, end).replaceAll(HEADING, (_, level: string, heading: string) => {
      const signs = '='.repeat(Number(level));
      return format === 'wiki' ? `\n${signs} ${trimmed(heading)} ${signs}` : `\n${trimmed(heading)}`;
    });
    at = end;
    if (yielder.isDue) await yielder.yield();
  }
  return out;
}

/** Trims the same characters as PHP's `trim`. */
const trimmed = (text: string): string => text.replace(/^[ \t\n\r\0\v]+|(?<![ \t\n\r\0\v])[ \t\n\r\0\v]+$/g, '');
