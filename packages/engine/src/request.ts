import { normalFormC, type Wire, Yielder } from '@wikiquery/core/host';
import { readLongValue } from './long-values.ts';
import type { Trace } from './plugin-runs.ts';
import { decode, readValue, type SentValue, toArray, toPlain, type ValueReading } from './value.ts';

/** A request, independent of the HTTP server. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE' | 'PATCH';
  /** Path after `rest.php`, as sent. Undefined for the action API. */
  readonly path?: string | undefined;
  /** Query string: the part of the URL after `?`, as sent. */
  readonly query: string;
  /** Body of a POST request. URL-encoded if the request is to the action API. */
  readonly body?: string | undefined;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** IP address of the client. */
  readonly ip: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Trace of the plugin runs, for observers of the request. */
  readonly trace?: Trace | undefined;
}

/** A response, independent of the HTTP server. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body. A long body is an iterable of chunks, which can be iterated only once. */
  readonly body: string | Iterable<string>;
  /** Whether the body is known to contain only ASCII, so that its length equals its size in bytes. */
  readonly isAscii?: boolean;
}

/** Returns a body as one string. An iterable body cannot be read again afterwards. */
export const bodyText = ({ body }: Pick<ApiResponse, 'body'>): string => (typeof body === 'string' ? body : [...body].join(''));

type Sent = Pick<ApiRequest, 'query' | 'body' | 'method'>;

/** Maximum length in characters of a form or value that is read without yielding to the event loop. */
const LONG = 65_536;

/** Default settings for reading values, as on wikis in English. */
const USUAL: ValueReading = { encoding: 'windows-1252', normalize: normalFormC };

/** The parameters of a request. The body takes precedence over the URL, and the last parameter over earlier ones of the same name. */
export class RequestParams implements Wire {
  readonly #values = new Map<string, SentValue>();
  readonly isPosted: boolean;

  /** Reads the parameters of a request. Returns a promise for long bodies, because reading them yields to the event loop. */
  static read(request: Sent, reading: ValueReading = USUAL): RequestParams | Promise<RequestParams> {
    const { body } = request;
    if (body === undefined || body.length <= LONG) return new RequestParams(request, reading);
    return new RequestParams({ ...request, body: undefined }, reading).#readBody(body, { normalize: reading.normalize });
  }

  /** `reading` applies to values of the URL. A body is always UTF-8. */
  constructor({ query, body, method }: Sent, reading: ValueReading = USUAL) {
    this.isPosted = method === 'POST';
    this.#addPairs(query, this.isPosted, reading);
    if (body !== undefined) this.#addPairs(body, false, { normalize: reading.normalize });
  }

  async #readBody(body: string, reading: ValueReading): Promise<this> {
    const yielder = new Yielder();
    for (const [rawName, raw] of pairsOf(body)) {
      if (raw.length > LONG) this.#add(rawName, await readLongValue(raw, reading, false, yielder));
      else this.#addPair(rawName, raw, false, reading);
      if (yielder.isDue) await yielder.yield();
    }
    return this;
  }

  /** Adds percent-encoded pairs: `a=1&b=2`. */
  #addPairs(text: string, inUrl: boolean, reading: ValueReading): void {
    // Testing the whole text once is faster than testing each part.
    const isPlain = PLAIN_PAIRS.test(text);
    for (let begin = 0, end = 0, count = 0; begin < text.length && count < MOST_PAIRS; begin = end + 1, count++) {
      end = text.indexOf('&', begin);
      if (end < 0) end = text.length;
      const pair = text.slice(begin, end);
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      const value = equals < 0 ? '' : pair.slice(equals + 1);
      if (!isPlain) this.#addPair(name, value, inUrl, reading);
      else if (name !== '') this.#values.set(name, toPlain(value, inUrl));
    }
  }

  #addPair(rawName: string, raw: string, inUrl: boolean, reading: ValueReading): void {
    this.#add(rawName, readValue(raw, reading, inUrl));
  }

  #add(rawName: string, value: SentValue): void {
    if (PLAIN_NAME.test(rawName)) {
      this.#values.set(rawName, value);
      return;
    }
    const name = decode(rawName.slice(0, LONG)) ?? '';
    const at = name.indexOf('[');
    if (at > 0) this.#values.set(paramName(name.slice(0, at)), toArray());
    else if (at < 0 && name !== '') this.#values.set(paramName(name), value);
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
  /** Returns the sent bytes of an unclean value, one character per byte. */
  bytes(name: string): string | undefined {
    return this.#values.get(name)?.bytes;
  }
  isArray(name: string): boolean {
    const value = this.#values.get(name);
    return value !== undefined && value.text === undefined;
  }
  isLonger(name: string, bytes: number): boolean {
    const text = this.#values.get(name)?.text ?? '';
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    return text.length * 3 > bytes && (text.length > bytes || Buffer.byteLength(text) > bytes);
  }
  isInUrl(name: string): boolean {
    return this.#values.get(name)?.inUrl ?? false;
  }
  /** Whether the parameter was sent. Does not mark it as known. */
  has(name: string): boolean {
    return this.#values.has(name);
  }
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }
  /** Marks a parameter as known that possibly no plugin reads, so that `unknown` omits it. */
  markKnown(name: string): void {
    const value = this.#values.get(name);
    if (value) value.isKnown = true;
  }
  /** Returns the parameters that have not been read, for the warning `unrecognizedparams`. */
  unknown(): string[] {
    const names: string[] = [];
    for (const [name, { isKnown }] of this.#values) if (!isKnown) names.push(name);
    return names;
  }
}

/** Maximum number of parameters in the URL, and separately in a form: PHP's default of `max_input_vars`. */
const MOST_PAIRS = 1000;

/** Splits a form into percent-encoded pairs. */
function pairsOf(form: string): (readonly [name: string, value: string])[] {
  return form.split('&', MOST_PAIRS).map(pair => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
}

/** Like PHP, replaces spaces and dots in a parameter name with underscores. */
const paramName = (name: string): string => (/[\s.]/.test(name) ? name.trimStart().replace(/[ .]/g, '_') : name);

/** Matches names that need no decoding, as nearly all names do. */
const PLAIN_NAME = /^[\w-]+$/;
/** Matches names and values that need no decoding. */
const PLAIN_PAIRS = /^[\w&=|:,;!*'()$@~/-]*$/;
