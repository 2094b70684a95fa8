import { normalFormC, rememberedOf } from '@wikiquery/core/host';

/**
 * JSON text of a response. Objects whose key order matters are Maps (a plain object would put numeric keys first); what lies
 * inside plain objects is left to JSON.stringify.
 */
export function toJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === true) return 'true';
  const known = rememberedOf(value);
  if (!known) return written(value);
  known.json ??= written(value);
  return known.json;
}

function written(value: unknown): string {
  if (value instanceof Map) {
    let text = '{';
    for (const [key, item] of value) if (item !== undefined) text += `${text.length > 1 ? ',' : ''}${quoted(key)}:${toJson(item)}`;
    return `${text}}`;
  }
  if (Array.isArray(value) && value.some(item => item instanceof Map)) return `[${value.map(toJson).join(',')}]`;
  return JSON.stringify(value);
}

/** The same over several lines, four spaces a level. `newline` begins the lines of the level that the value stands on. */
export function toPrettyJson(value: unknown, newline = '\n'): string {
  const inner = newline + INDENT;
  if (value instanceof Map) {
    let text = '';
    for (const [key, item] of value)
      if (item !== undefined) text += `${text === '' ? '' : ','}${inner}${quoted(key)}: ${toPrettyJson(item, inner)}`;
    return text === '' ? '{}' : `{${text}${newline}}`;
  }
  if (Array.isArray(value) && value.some(item => item instanceof Map))
    return `[${inner}${value.map(item => toPrettyJson(item, inner)).join(`,${inner}`)}${newline}]`;
  const text = JSON.stringify(value, undefined, INDENT);
  // Line ends within texts are escaped.
  return newline === '\n' ? text : text.replaceAll('\n', newline);
}

const INDENT = '    ';

export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** As nearly all keys and short values are; a call of JSON.stringify costs more than to see that. */
const PLAIN = /^[\w-|]{0,64}$/;

/** Counting bytes takes a tenth of the time of looking at each character. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/**
 * Brings JSON text into the form that MediaWiki gives: strings in Unicode normal form C, or the form that `normalize` makes of it, and without
 * control characters; everything beyond ASCII escaped, or only the line separators that old JavaScript trips over.
 */
export function finishJson(
  json: string,
  ascii: boolean,
  normalize: (text: string) => string = normalFormC,
): { readonly text: string; readonly isAscii: boolean } {
  const clean =
    json.includes('\\') && MAY_BE_CONTROL.test(json)
      ? json.replace(ESCAPE, sequence => (CONTROLS.has(sequence[1]!) ? '\ufffd' : sequence))
      : json;
  if (isAscii(clean)) return { text: clean, isAscii: true };
  return { text: normalJson(clean, normalize).replace(ascii ? BEYOND_ASCII_ALL : LINE_SEPARATORS, escaped), isAscii: ascii };
}

/** The usual form, but a mark behind the escape of a line end or a tab is no mark on the letter of the escape. */
const normalJson = (json: string, normalize: (text: string) => string): string =>
  MAY_BE_MARKED_ESCAPE.test(json) ? json.split(BEHIND_MARKED_ESCAPE).map(normalize).join('') : normalize(json);

const MAY_BE_MARKED_ESCAPE = /\\[nrt]\p{M}/u;
const BEHIND_MARKED_ESCAPE = /(?<=(?<!\\)(?:\\\\)*\\[nrt])(?=\p{M})/u;
const BEYOND_ASCII_ALL = /[\u0080-\uffff]/g;
const LINE_SEPARATORS = /[\u2028\u2029]/g;

const escaped = (character: string): string => {
  const code = character.charCodeAt(0);
  return `\\u${HEX[code >> 8]}${HEX[code & 255]}`;
};
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
/** True of an escaped backslash before such a letter, too. */
const MAY_BE_CONTROL = /\\(?:[bf]|u00[01][0-9a-f]|ud[89a-f][0-9a-f]{2})/;
/** Behind the backslash: JSON.stringify escapes with `u` control characters and halves of pairs, nothing else. */
const CONTROLS: ReadonlySet<string> = new Set(['b', 'f', 'u']);
