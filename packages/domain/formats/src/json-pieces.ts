import { finishJson, quoted, toJson, toPrettyJson } from './json.ts';

/** What stands around the JSON of a response. */
export interface JsonEnvelope {
  readonly before: string;
  readonly after: string;
  /** A piece of JSON as it stands there. */
  readonly escape?: (json: string) => string;
}

/** Characters of a piece, and of what is written at once: some milliseconds of work, whatever is to be escaped. */
const PIECE = 16_384;
/** Bytes of values of which a whole answer may be written at once. */
export const MOST_AT_ONCE = 8 * PIECE;

/**
 * The text of `toJson` or `toPrettyJson` in pieces, each made when it is asked for, so that others get their turn in between and nothing holds the
 * whole. Each may be brought into normal form and escaped by itself: none ends within a character, or where the next one would change it.
 */
export function* jsonPieces(value: unknown, pretty: boolean): Generator<string> {
  let piece = '';
  for (const part of partsOf(value, pretty ? '\n' : undefined)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Pieces of JSON as a response holds them. */
export function* framed(
  pieces: Iterable<string>,
  ascii: boolean,
  frame: JsonEnvelope | undefined,
  normalize?: (text: string) => string,
): Generator<string> {
  if (frame) yield frame.before;
  for (const piece of pieces) {
    const { text } = finishJson(piece, ascii, normalize);
    yield frame?.escape?.(text) ?? text;
  }
  if (frame) yield frame.after;
}

/** The text of a long string in pieces of the same kind. */
export function* textPieces(text: string): Generator<string> {
  for (let begin = 0; begin < text.length; ) {
    const end = endOfPiece(text, begin + PIECE);
    yield text.slice(begin, end);
    begin = end;
  }
}

/** `newline` as in `toPrettyJson`; undefined on one line. */
function* partsOf(value: unknown, newline: string | undefined): Generator<string> {
  if (typeof value === 'string' && value.length > PIECE) {
    yield '"';
    for (const part of textPieces(value)) yield JSON.stringify(part).slice(1, -1);
    yield '"';
  } else if (roomBehind(value, PIECE) >= 0) {
    yield newline === undefined ? toJson(value) : toPrettyJson(value, newline);
  } else {
    const [inner, colon] = newline === undefined ? ['', ':'] : [`${newline}    `, ': '];
    const deeper = newline === undefined ? undefined : inner;
    const isList = Array.isArray(value);
    let separator = isList ? '[' : '{';
    if (isList) {
      for (const items of batches(value)) {
        yield separator + inner;
        if (items.length === 1) yield* partsOf(items[0] ?? null, deeper);
        else
          yield newline === undefined
            ? toJson(items).slice(1, -1)
            : toPrettyJson(items, newline).slice(1 + inner.length, -1 - newline.length);
        separator = ',';
      }
    } else {
      for (const [key, item] of value instanceof Map ? value : Object.entries(value as object)) {
        if (item === undefined) continue;
        yield `${separator}${inner}${quoted(key)}${colon}`;
        yield* partsOf(item, deeper);
        separator = ',';
      }
    }
    yield `${newline ?? ''}${isList ? ']' : '}'}`;
  }
}

/** The items of a list, as many together as make a piece; each by itself where some are Maps, which are not seen in lists of lists. */
function* batches(items: readonly unknown[]): Generator<readonly unknown[]> {
  if (items.some(item => item instanceof Map)) {
    for (const item of items) yield [item];
    return;
  }
  let begin = 0;
  let room = PIECE;
  for (let i = 0; i < items.length; i++) {
    room = roomBehind(items[i], room);
    if (room >= 0) continue;
    if (i > begin) yield items.slice(begin, i);
    begin = i;
    room = roomBehind(items[i], PIECE);
  }
  yield items.slice(begin);
}

/** How many of `room` characters are left behind the value; below zero where it needs more, and then it was not looked at any further. */
function roomBehind(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - SCALAR;
  let left = room - SCALAR;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = roomBehind(value[i], left);
  } else if (value instanceof Map) {
    for (const [key, item] of value) {
      left = roomBehind(item, left - key.length);
      if (left < 0) break;
    }
  } else {
    for (const key in value) {
      const item = (value as Record<string, unknown>)[key];
      // Nearly all are texts and numbers: a call for each takes longer than to look at it.
      if (typeof item === 'string') left -= key.length + item.length;
      else if (typeof item !== 'object') left -= key.length + SCALAR;
      else left = roomBehind(item, left - key.length);
      if (left < 0) break;
    }
  }
  return left;
}

/** Characters that stand for a number, a brace or a comma. */
const SCALAR = 8;

/** The first place from `at` on where a text may be cut: not within a pair, nor before what joins the character in front of it. */
function endOfPiece(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    if (BEGINS.test(text.slice(end, end + 2)) || (end > at + LONGEST_CLUSTER && !IS_SECOND_HALF.test(text.charAt(end)))) return end;
  }
  return text.length;
}

/** More than this that belongs together is no writing. */
const LONGEST_CLUSTER = 1024;
const IS_SECOND_HALF = /[\udc00-\udfff]/;

/** What joins no character in front of it: neither a mark, a joiner nor a vowel or an end of a syllable (Hangul, Kirat Rai). */
const BEGINS = /^(?!\u200d)[^\p{M}\udc00-\udfff\u1160-\u11ff\u{16d40}-\u{16d7f}]/u;
