import { normalFormC, rememberedOf } from '@wikiquery/core/host';

/** Serializes a value as JSON. Maps keep the order of numeric keys. They may be nested in Maps and arrays, but not in plain objects. */
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

/** Serializes a value as JSON over several lines, with four spaces per level. `newline`: line break and indentation of the value. */
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
  // Newlines in strings are already escaped.
  return newline === '\n' ? text : text.replaceAll('\n', newline);
}

const INDENT = '    ';

export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

const PLAIN = /^[\w-|]{0,64}$/;

/** Whether a string is ASCII. Comparing the byte length takes a tenth of the time of testing each character. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Finishes JSON as MediaWiki does: normalizes strings, replaces control characters, escapes line separators or (`ascii`) all non-ASCII. */
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

/** Normalizes JSON without combining a mark with the letter of a preceding escape such as `\n`. */
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
/** Quick test for escaped control characters. It also matches an escaped backslash before one of these letters. */
const MAY_BE_CONTROL = /\\(?:[bf]|u00[01][0-9a-f]|ud[89a-f][0-9a-f]{2})/;
/** Characters after the backslash of escaped control characters. `JSON.stringify` uses `u` only for these and for lone surrogates. */
const CONTROLS: ReadonlySet<string> = new Set(['b', 'f', 'u']);
