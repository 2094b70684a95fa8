import { normalFormC } from '@wikiquery/core';

/**
 * JSON text of a response. Objects whose key order matters are Maps (a plain object would put numeric keys first); what lies
 * inside plain objects is left to JSON.stringify.
 */
export function toJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === true) return 'true';
  if (value instanceof Map) {
    let text = '{';
    for (const [key, item] of value) if (item !== undefined) text += `${text.length > 1 ? ',' : ''}${quoted(key)}:${toJson(item)}`;
    return `${text}}`;
  }
  if (Array.isArray(value) && value.some(item => item instanceof Map)) return `[${value.map(toJson).join(',')}]`;
  return JSON.stringify(value);
}

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** As nearly all keys and short values are; a call of JSON.stringify costs more than to see that. */
const PLAIN = /^[\w-|]{0,64}$/;

/** Counting bytes takes a tenth of the time of looking at each character. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/**
 * Brings JSON text into the form that MediaWiki gives: strings in Unicode normal form C and without control characters; everything beyond ASCII
 * escaped, or only the line separators that old JavaScript trips over.
 */
export function finishJson(json: string, ascii: boolean): { readonly text: string; readonly isAscii: boolean } {
  const clean =
    json.includes('\\') && MAY_BE_CONTROL.test(json)
      ? json.replace(ESCAPE, sequence => (CONTROL.test(sequence) ? '\ufffd' : sequence))
      : json;
  if (isAscii(clean)) return { text: clean, isAscii: true };
  const escaped = ascii ? BEYOND_ASCII_ALL : LINE_SEPARATORS;
  const text = normalFormC(clean).replace(escaped, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { text, isAscii: ascii };
}

const BEYOND_ASCII_ALL = /[\u0080-\uffff]/g;
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;
/** True of an escaped backslash before such a letter, too. */
const MAY_BE_CONTROL = /\\(?:[bf]|u00[01][0-9a-f]|ud[89a-f][0-9a-f]{2})/;
const CONTROL = /^\\(?:[bf]|u00[01][0-9a-f]|ud[89a-f][0-9a-f]{2})$/;
