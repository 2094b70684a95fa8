/** A parameter as it was sent. */
export interface SentValue {
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

/** How the language of the wiki reads what is sent. */
export interface ValueReading {
  /** What bytes of the URL are that are no UTF-8; undefined where there is nothing but UTF-8, be it broken. */
  readonly encoding?: string | undefined;
  /** Brings text into its usual form, Unicode normal form C at least. */
  normalize(text: string): string;
}

export function readValue(raw: string, reading: ValueReading, inUrl: boolean): SentValue {
  if (UNESCAPED.test(raw)) return toPlain(raw, inUrl);
  const decoded = decode(raw);
  if (decoded !== undefined) return toValue(decoded, raw, reading, inUrl);
  const bytes = unescapeBytes(raw);
  return { text: cleanText(decodeBytes(bytes, reading.encoding), reading), bytes, inUrl, isKnown: false };
}

/** Bytes that mean nothing in an old encoding are left out; text that ends within a character is none. */
export function decodeBytes(bytes: string, encoding: string | undefined): string {
  const sent = Buffer.from(bytes, 'latin1');
  if (encoding === undefined) return new TextDecoder().decode(sent);
  const label = ENCODINGS.get(encoding.toLowerCase()) ?? encoding;
  const decoder = new TextDecoder(label);
  const text = decoder.decode(sent, { stream: true });
  if (decoder.decode() !== '') return '';
  // The web makes control characters of what the old code pages of Windows do not have.
  return text.replace(label.startsWith('windows-') ? /[\u0080-\u009f\ufffd]/g : /\ufffd/g, '');
}

/** MediaWiki's names of encodings that are not those of the web. */
const ENCODINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 'windows-936': 'gbk', 'windows-950': 'big5', 'big5-hkscs': 'big5', cp1250: 'windows-1250', 'iso8859-2': 'iso-8859-2' }),
);

export const toPlain = (text: string, inUrl: boolean): SentValue => ({ text, bytes: undefined, inUrl, isKnown: false });

export const toArray = (): SentValue => ({ text: undefined, bytes: undefined, inUrl: false, isKnown: false });

function toValue(decoded: string, raw: string, reading: ValueReading, inUrl: boolean): SentValue {
  if (PLAIN.test(decoded)) return toPlain(decoded, inUrl);
  const text = cleanText(decoded, reading);
  if (text === decoded) return { text, bytes: undefined, inUrl, isKnown: false };
  const bytes = unescapeBytes(raw);
  return { text, bytes, inUrl, isKnown: false };
}

/** The usual form without control characters. A leading U+001F is a separator and stays with its likes. */
const cleanText = (text: string, reading: ValueReading): string =>
  cleanPart(text, text.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN, reading);
export const cleanPart = (text: string, forbidden: RegExp, reading: ValueReading): string =>
  reading.normalize(text.replace(forbidden, '\ufffd'));
