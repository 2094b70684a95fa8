import type { Wire } from '@wikiquery/core';

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
  readonly body: string;
}

interface Value {
  readonly text: string;
  /** What was sent, one character a byte, where that is no clean text. */
  readonly bytes: string | undefined;
  readonly inUrl: boolean;
}

/** The parameters of a request: the body wins over the URL, the last of equal names wins. */
export class RequestParams implements Wire {
  readonly #values = new Map<string, Value>();
  readonly #known = new Set<string>();
  readonly isPosted: boolean;

  constructor({ query, body, method }: Pick<ApiRequest, 'query' | 'body' | 'method'>) {
    const inUrl = method === 'POST';
    this.isPosted = inUrl;
    for (const [name, raw] of parsePairs(query)) this.#values.set(name, readValue(decode(raw), inUrl, raw));
    if (typeof body === 'string') for (const [name, raw] of parsePairs(body)) this.#values.set(name, readValue(decode(raw), false, raw));
    else if (body) for (const [name, text] of body) this.#values.set(paramName(name), readValue(text, false));
  }

  get(name: string): string | undefined {
    this.#known.add(name);
    return this.#values.get(name)?.text;
  }
  isUnclean(name: string): boolean {
    return this.#values.get(name)?.bytes !== undefined;
  }
  /** The bytes of an unclean value as they were sent, one character a byte. */
  bytes(name: string): string | undefined {
    return this.#values.get(name)?.bytes;
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
    this.#known.add(name);
  }
  /** Parameters that nobody asked for. */
  unknown(): string[] {
    return [...this.#values.keys()].filter(name => !this.#known.has(name));
  }
}

/** Names and still undecoded values of `a=1&b=2`, as PHP reads them: `a[]=1` is an array, which no parameter takes. */
function* parsePairs(text: string): Generator<[name: string, raw: string]> {
  if (text === '') return;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    if (name === '' || name.includes('[')) continue;
    yield [paramName(name), at < 0 ? '' : pair.slice(at + 1)];
  }
}

/** PHP turns spaces and dots of names into underscores. */
const paramName = (name: string): string => name.trimStart().replace(/[ .]/g, '_');

const utf8 = new TextDecoder('utf-8');

/** `%41+b` as `A b`; bytes that are no UTF-8 become U+FFFD. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return utf8.decode(Buffer.from(unescapeBytes(spaced), 'latin1'));
  }
}

/** Percent escapes as bytes, everything else as its UTF-8 bytes, one character a byte. */
const unescapeBytes = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const PLAIN = /^[\x20-\x7e\t\n\r]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Unicode normal form C without control characters. A leading U+001F is a separator and stays with its likes. */
function readValue(decoded: string, inUrl: boolean, source?: string): Value {
  if (PLAIN.test(decoded)) return { text: decoded, bytes: undefined, inUrl };
  const text = decoded.startsWith('\u001f') ? decoded.split('\u001f').map(cleanPart).join('\u001f') : cleanPart(decoded);
  const isClean = text === decoded && !text.includes('\ufffd');
  const bytes = () => (source === undefined ? Buffer.from(decoded, 'utf8').toString('latin1') : unescapeBytes(source.replaceAll('+', ' ')));
  return { text, bytes: isClean ? undefined : bytes(), inUrl };
}

const cleanPart = (text: string): string => text.replace(FORBIDDEN, '\ufffd').normalize('NFC');
