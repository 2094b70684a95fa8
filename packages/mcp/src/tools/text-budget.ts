import { estimateTokens } from '@wikiquery/markdown';
import { readCursor, writeCursor } from './cursor.ts';
import { ToolError } from './tool-error.ts';

/** Maximum characters of a token, with which the search for the end of a part begins. */
const MOST_OF_TOKEN = 10;

/**
 * Returns the part of a text that a cursor selects and that fits into `most` estimated tokens, with a cursor for the rest. Parts end between
 * paragraphs if possible, otherwise between lines or words. Throws a ToolError for an invalid cursor.
 */
export function takeTokens(tool: string, args: object, text: string, most: number, cursor: string | undefined, kept: object = {}) {
  const offset = Number(readCursor(tool, args, cursor).offset ?? 0);
  if (offset > text.length) throw new ToolError('The text has become shorter since the cursor was returned. Leave out the cursor.');
  const end = offset + lengthWithin(text.slice(offset, offset + most * MOST_OF_TOKEN), most);
  const nextCursor = end < text.length ? writeCursor(tool, args, { ...kept, offset: end }) : undefined;
  return { text: text.slice(offset, end).trim(), nextCursor };
}

/** Returns the length of the longest beginning with at most `most` tokens. It ends at a boundary in its second half if there is one. */
function lengthWithin(text: string, most: number): number {
  if (estimateTokens(text) <= most) return text.length;
  let [least, end] = [1, text.length];
  while (least < end) {
    const middle = Math.ceil((least + end) / 2);
    if (estimateTokens(text.slice(0, middle)) <= most) least = middle;
    else end = middle - 1;
  }
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(boundary, end - boundary.length);
    if (at > end / 2) return at + boundary.length;
  }
  // Surrogate pairs stay together.
  return end > 1 && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
}
