import { finishJson, quoted, toJson, toPrettyJson } from './json.ts';

/** Text around the JSON of a response, such as an HTML page. */
export interface JsonEnvelope {
  readonly before: string;
  readonly after: string;
  /** Escapes a piece of JSON for the text around it. */
  readonly escape?: (json: string) => string;
}

/** Minimum length of a piece in characters. Writing a piece takes a few milliseconds at most. */
const PIECE = 16_384;
/** Responses whose values have at most this size in bytes are written as one string. */
export const MOST_AT_ONCE = 8 * PIECE;

/** Serializes a value lazily in pieces, so that other requests can run in between. Pieces can be normalized and escaped separately. */
export const jsonPieces = (value: unknown, pretty: boolean): Generator<string> => collectPieces(partsOf(value, pretty ? '\n' : undefined));

export function* collectPieces(parts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Finishes each piece of JSON as {@link finishJson} does, and adds the text around the JSON. */
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

/** Splits a string into pieces that can be normalized separately. */
export function* textPieces(text: string): Generator<string> {
  for (let begin = 0; begin < text.length; ) {
    const end = endOfPiece(text, begin + PIECE);
    yield text.slice(begin, end);
    begin = end;
  }
}

/** Serializes a value in parts of any length. `newline`: as in `toPrettyJson`; undefined writes a single line. */
function* partsOf(value: unknown, newline: string | undefined): Generator<string> {
  if (typeof value === 'string' && value.length > PIECE) {
    yield '"';
    for (const part of textPieces(value)) yield JSON.stringify(part).slice(1, -1);
    yield '"';
  } else if (remainingRoom(value, PIECE) >= 0) {
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

/** Groups list items into pieces. Lists that contain Maps are not grouped, because `toJson` checks only one level for Maps. */
function* batches(items: readonly unknown[]): Generator<readonly unknown[]> {
  if (items.some(item => item instanceof Map)) {
    for (const item of items) yield [item];
    return;
  }
  let begin = 0;
  let room = PIECE;
  for (let i = 0; i < items.length; i++) {
    room = remainingRoom(items[i], room);
    if (room >= 0) continue;
    if (i > begin) yield items.slice(begin, i);
    begin = i;
    room = remainingRoom(items[i], PIECE);
  }
  yield items.slice(begin);
}

/** Returns `room` minus the value's length. Stops as soon as the result is negative. */
function remainingRoom(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room - SCALAR;
  let left = room - SCALAR;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = remainingRoom(value[i], left);
  } else if (value instanceof Map) {
    for (const [key, item] of value) {
      left = remainingRoom(item, left - key.length);
      if (left < 0) break;
    }
  } else {
    for (const key in value) {
      const item = (value as Record<string, unknown>)[key];
      // Handles the most frequent types without a call.
      if (typeof item === 'string') left -= key.length + item.length;
      else if (typeof item !== 'object') left -= key.length + SCALAR;
      else left = remainingRoom(item, left - key.length);
      if (left < 0) break;
    }
  }
  return left;
}

const SCALAR = 8;

/** Returns the first safe boundary at or after `at`: neither within a surrogate pair nor before a combining character. */
function endOfPiece(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    if (BEGINS.test(text.slice(end, end + 2)) || (end > at + LONGEST_CLUSTER && !IS_SECOND_HALF.test(text.charAt(end)))) return end;
  }
  return text.length;
}

/** Maximum length of a cluster of combining characters. Real text has no longer clusters. */
const LONGEST_CLUSTER = 1024;
const IS_SECOND_HALF = /[\udc00-\udfff]/;

/** Matches a character that does not combine with the previous one; excludes marks, joiners, and Hangul and Kirat Rai vowels and finals. */
const BEGINS = /^(?!\u200d)[^\p{M}\udc00-\udfff\u1160-\u11ff\u{16d40}-\u{16d7f}]/u;
