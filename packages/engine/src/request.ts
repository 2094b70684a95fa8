import { normalFormC, type Wire } from '@wikiquery/core';

/** One HTTP request, without HTTP: what the API looks at. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS';
  /** The part of the URL behind `?`, as sent. */
  readonly query: string;
  /** The urlencoded body of a POST, as sent; for multipart forms the decoded fields. */
  readonly body?: string | ReadonlyMap<string, string>;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A long one in pieces, which are made when they are asked for, once. */
  readonly body: string | Iterable<string>;
  /** The body is known to be ASCII: as many bytes as characters. */
  readonly isAscii?: boolean;
}

/** The body as one text. */
export const bodyText = ({ body }: Pick<ApiResponse, 'body'>): string => (typeof body === 'string' ? body : [...body].join(''));

interface Value {
  /** Undefined for `a[]=1`, which no parameter takes. */
  readonly text: string | undefined;
  /** What was sent, one character a byte, where that is no clean text. */
  readonly bytes: string | undefined;
  readonly inUrl: boolean;
  /** Somebody asked for it. */
  isKnown: boolean;
}

/** The parameters of a request: the body wins over the URL, the last of equal names wins. */
export class RequestParams implements Wire {
  readonly #values = new Map<string, Value>();
  readonly isPosted: boolean;

  /** `fallbackEncoding` is what values of the URL that are no UTF-8 are taken for. */
  constructor({ query, body, method }: Pick<ApiRequest, 'query' | 'body' | 'method'>, fallbackEncoding = 'windows-1252') {
    this.isPosted = method === 'POST';
    this.#addPairs(query, this.isPosted, fallbackEncoding);
    if (typeof body === 'string') this.#addPairs(body, false, 'utf-8');
    else if (body) for (const [name, text] of body) this.#values.set(paramName(name), toValue(text, undefined, false));
  }

  /** `a=1&b=2`, still percent-encoded. */
  #addPairs(text: string, inUrl: boolean, encoding: string): void {
    // One look at the whole takes less time than one at each part.
    const isPlain = PLAIN_PAIRS.test(text);
    for (let begin = 0, end = 0; begin < text.length; begin = end + 1) {
      end = text.indexOf('&', begin);
      if (end < 0) end = text.length;
      const pair = text.slice(begin, end);
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      const value = equals < 0 ? '' : pair.slice(equals + 1);
      if (!isPlain) this.#addPair(name, value, inUrl, encoding);
      else if (name !== '') this.#values.set(name, toPlain(value, inUrl));
    }
  }

  #addPair(rawName: string, raw: string, inUrl: boolean, encoding: string): void {
    if (PLAIN_NAME.test(rawName)) {
      this.#values.set(rawName, readValue(raw, encoding, inUrl));
      return;
    }
    const name = decode(rawName) ?? '';
    const at = name.indexOf('[');
    if (at > 0) this.#values.set(paramName(name.slice(0, at)), toArray());
    else if (at < 0 && name !== '') this.#values.set(paramName(name), readValue(raw, encoding, inUrl));
  }

  names(): Iterable<string> {
    return this.#values.keys();
  }
  get(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    value.isKnown = true;
    return value.text;
  }
  isUnclean(name: string): boolean {
    return this.bytes(name) !== undefined;
  }
  /** The bytes of an unclean value as they were sent, one character a byte. */
  bytes(name: string): string | undefined {
    return this.#values.get(name)?.bytes;
  }
  isArray(name: string): boolean {
    const value = this.#values.get(name);
    return value !== undefined && value.text === undefined;
  }
  isInUrl(name: string): boolean {
    return this.#values.get(name)?.inUrl ?? false;
  }
  /** Without marking it as known. */
  has(name: string): boolean {
    return this.#values.has(name);
  }
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }
  /** A parameter that nobody will read is known all the same. */
  markKnown(name: string): void {
    const value = this.#values.get(name);
    if (value) value.isKnown = true;
  }
  /** Parameters that nobody asked for. */
  unknown(): string[] {
    const names: string[] = [];
    for (const [name, { isKnown }] of this.#values) if (!isKnown) names.push(name);
    return names;
  }
}

/** PHP, whose rules clients know, turns spaces and dots of names into underscores. */
const paramName = (name: string): string => (/[\s.]/.test(name) ? name.trimStart().replace(/[ .]/g, '_') : name);

/** `%41+b` as `A b`; undefined when the bytes are no UTF-8. */
function decode(text: string): string | undefined {
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
const unescapeBytes = (text: string): string =>
  Buffer.from(text.replaceAll('+', ' '), 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Nearly all names are of such characters. */
const PLAIN_NAME = /^[\w-]+$/;
/** Names and values that are sent as they are meant. */
const PLAIN_PAIRS = /^[\w&=|:,;!*'()$@~/-]*$/;
/** What is sent as it is meant. */
const UNESCAPED = /^[\x20-\x24\x26-\x2a\x2c-\x7e]*$/;
const PLAIN = /^[\x20-\x7e\t\n\r]*$/;
/** The control characters below the space except tab and line ends, what is no character, and halves of pairs. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]|\p{Surrogate}/gu;

function readValue(raw: string, fallbackEncoding: string, inUrl: boolean): Value {
  if (UNESCAPED.test(raw)) return toPlain(raw, inUrl);
  const decoded = decode(raw);
  if (decoded !== undefined) return toValue(decoded, raw, inUrl);
  const bytes = unescapeBytes(raw);
  return { text: cleanText(new TextDecoder(fallbackEncoding).decode(Buffer.from(bytes, 'latin1'))), bytes, inUrl, isKnown: false };
}

const toPlain = (text: string, inUrl: boolean): Value => ({ text, bytes: undefined, inUrl, isKnown: false });

const toArray = (): Value => ({ text: undefined, bytes: undefined, inUrl: false, isKnown: false });

function toValue(decoded: string, raw: string | undefined, inUrl: boolean): Value {
  if (PLAIN.test(decoded)) return toPlain(decoded, inUrl);
  const text = cleanText(decoded);
  if (text === decoded) return { text, bytes: undefined, inUrl, isKnown: false };
  const bytes = raw === undefined ? Buffer.from(decoded, 'utf8').toString('latin1') : unescapeBytes(raw);
  return { text, bytes, inUrl, isKnown: false };
}

/** Unicode normal form C without control characters. A leading U+001F is a separator and stays with its likes. */
const cleanText = (text: string): string =>
  text.startsWith('\u001f') ? text.split('\u001f').map(cleanPart).join('\u001f') : cleanPart(text);
const cleanPart = (text: string): string => normalFormC(text.replace(FORBIDDEN, '\ufffd'));
