/** A parameter as sent. */
export interface SentValue {
  /** Undefined for `a[]=1`, which no parameter accepts. */
  readonly text: string | undefined;
  /** The bytes as sent, one character per byte. Undefined if they were clean text. */
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

/** Decodes a percent-encoded value to bytes, one character per byte. Unescaped characters become their UTF-8 bytes. */
export const unescapeBytes = (text: string): string =>
  Buffer.from(text.replaceAll('+', ' '), 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Matches values that need no decoding. */
const UNESCAPED = /^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/;
const PLAIN = /^[\x20-\x7e\t\n\r]*$/;
/** Matches control characters below U+0020 except tabs and line breaks, the noncharacters U+FFFE and U+FFFF, and lone surrogates. */
export const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu;
export const FORBIDDEN_BUT_SEPARATOR = new RegExp(FORBIDDEN.source.replace('\\t', '\\t\\u001f'), 'gu');

/** Settings for decoding and normalizing values, which depend on the wiki's language. */
export interface ValueReading {
  /** Encoding of URL values that are not UTF-8. Undefined if all values are decoded as UTF-8, even malformed ones. */
  readonly encoding?: string | undefined;
  /** Normalizes a string, at least to Unicode normal form C. */
  normalize(text: string): string;
}

export function readValue(raw: string, reading: ValueReading, inUrl: boolean): SentValue {
  if (UNESCAPED.test(raw)) return toPlain(raw, inUrl);
  const decoded = decode(raw);
  if (decoded !== undefined) return toValue(decoded, raw, reading, inUrl);
  const bytes = unescapeBytes(raw);
  return { text: cleanText(decodeBytes(bytes, reading.encoding), reading), bytes, inUrl, isKnown: false };
}

/**
 * Decodes bytes (one character per byte). With a legacy encoding, omits bytes that the encoding does not define, and returns an empty
 * string if the bytes end within a character.
 */
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

/** Encoding labels of TextDecoder for the encoding names of MediaWiki. */
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

/** Normalizes a string and replaces control characters. If it starts with U+001F, each U+001F is a separator and remains. */
const cleanText = (text: string, reading: ValueReading): string =>
  cleanPart(text, text.startsWith('\u001f') ? FORBIDDEN_BUT_SEPARATOR : FORBIDDEN, reading);
export const cleanPart = (text: string, forbidden: RegExp, reading: ValueReading): string =>
  reading.normalize(text.replace(forbidden, '\ufffd'));
