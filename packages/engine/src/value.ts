/** A parameter as sent. */
export interface SentValue {
  /** Undefined for `a[]=1`, which no parameter accepts. */
  readonly text: string | undefined;
  /** The sent bytes, one character per byte, of text that is not clean. */
  readonly bytes: string | undefined;
  readonly inUrl: boolean;
  /** Whether the API has read the parameter. */
  isKnown: boolean;
}

/** Decodes `%41+b` to `A b`. Returns undefined if the bytes are not UTF-8. */
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

/** Decodes to bytes, one character per byte. Unescaped characters become their UTF-8 bytes. */
export const unescapeBytes = (text: string): string =>
  Buffer.from(text.replaceAll('+', ' '), 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Values that need no decoding. */
const UNESCAPED = /^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/;
const PLAIN = /^[\x20-\x7e\t\n\r]*$/;
/** Control characters below the space except tab and line ends, noncharacters and lone surrogates. */
export const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu;
export const FORBIDDEN_BUT_SEPARATOR = new RegExp(FORBIDDEN.source.replace('\\t', '\\t\\u001f'), 'gu');

/** Decoding and normalization of values by the language of the wiki. */
export interface ValueReading {
  /** Encoding of URL values that are not UTF-8. Undefined if all values are UTF-8, even malformed ones. */
  readonly encoding?: string | undefined;
  /** Normalizes text, at least to Unicode normalization form C. */
  normalize(text: string): string;
}

export function readValue(raw: string, reading: ValueReading, inUrl: boolean): SentValue {
  if (UNESCAPED.test(raw)) return toPlain(raw, inUrl);
  const decoded = decode(raw);
  if (decoded !== undefined) return toValue(decoded, raw, reading, inUrl);
  const bytes = unescapeBytes(raw);
  return { text: cleanText(decodeBytes(bytes, reading.encoding), reading), bytes, inUrl, isKnown: false };
}

/** Decodes bytes. Omits bytes without meaning in a legacy encoding. Returns an empty text if it ends within a character. */
export function decodeBytes(bytes: string, encoding: string | undefined): string {
  const sent = Buffer.from(bytes, 'latin1');
  if (encoding === undefined) return new TextDecoder().decode(sent);
  const label = ENCODINGS.get(encoding.toLowerCase()) ?? encoding;
  const decoder = new TextDecoder(label);
  const text = decoder.decode(sent, { stream: true });
  if (decoder.decode() !== '') return '';
  // TextDecoder maps undefined bytes of the Windows code pages to control characters.
  return text.replace(label.startsWith('windows-') ? /[\u0080-\u009f\ufffd]/g : /\ufffd/g, '');
}

/** Encoding labels of TextDecoder for MediaWiki's names. */
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

/** Normalizes text and replaces control characters. A leading U+001F makes all U+001F separators, which remain. */
const cleanText = (text: string, reading: ValueReading): string =>
  cleanPart(text, text.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN, reading);
export const cleanPart = (text: string, forbidden: RegExp, reading: ValueReading): string =>
  reading.normalize(text.replace(forbidden, '\ufffd'));
