import { normalFormC } from '@wikiquery/core';

/** A parameter as it was sent. */
export interface Value {
  /** Undefined for `a[]=1`, which no parameter takes. */
  readonly text: string | undefined;
  /** What was sent, one character a byte, where that is no clean text. */
  readonly bytes: string | undefined;
  readonly inUrl: boolean;
  /** Somebody asked for it. */
  isKnown: boolean;
}

/** `%41+b` as `A b`; undefined when the bytes are no UTF-8. */
export function decode(text: string): string | undefined {
  if (!/[+%]/.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced.replace(/%(?![0-9a-fA-F]{2})/g, '%25'));
  } catch {
    return undefined;
  }
}

/** Percent escapes as bytes, everything else as its UTF-8 bytes, one character a byte. */
export const unescapeBytes = (text: string): string =>
  Buffer.from(text.replaceAll('+', ' '), 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** What is sent as it is meant. */
const UNESCAPED = /^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/;
const PLAIN = /^[\x20-\x7e\t\n\r]*$/;
/** The control characters below the space except tab and line ends, what is no character, and halves of pairs. */
export const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu;
export const FORBIDDEN_BUT_SEPARATOR = new RegExp(FORBIDDEN.source.replace('\\t', '\\t\\u001f'), 'gu');

export function readValue(raw: string, fallbackEncoding: string, inUrl: boolean): Value {
  if (UNESCAPED.test(raw)) return toPlain(raw, inUrl);
  const decoded = decode(raw);
  if (decoded !== undefined) return toValue(decoded, raw, inUrl);
  const bytes = unescapeBytes(raw);
  return { text: cleanText(new TextDecoder(fallbackEncoding).decode(Buffer.from(bytes, 'latin1'))), bytes, inUrl, isKnown: false };
}

export const toPlain = (text: string, inUrl: boolean): Value => ({ text, bytes: undefined, inUrl, isKnown: false });

export const toArray = (): Value => ({ text: undefined, bytes: undefined, inUrl: false, isKnown: false });

export function toValue(decoded: string, raw: string | undefined, inUrl: boolean): Value {
  if (PLAIN.test(decoded)) return toPlain(decoded, inUrl);
  const text = cleanText(decoded);
  if (text === decoded) return { text, bytes: undefined, inUrl, isKnown: false };
  const bytes = raw === undefined ? Buffer.from(decoded, 'utf8').toString('latin1') : unescapeBytes(raw);
  return { text, bytes, inUrl, isKnown: false };
}

/** Unicode normal form C without control characters. A leading U+001F is a separator and stays with its likes. */
const cleanText = (text: string): string => cleanPart(text, text.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN);
export const cleanPart = (text: string, forbidden: RegExp): string => normalFormC(text.replace(forbidden, '\ufffd'));
