import { normalFormC, type Wire, Yielder } from '@wikiquery/core/host';
import { readLongValue } from './long-values.ts';
import type { Trace } from './plugin-runs.ts';
import { decode, readValue, type SentValue, toArray, toPlain, type ValueReading } from './value.ts';

/** One HTTP request, without HTTP: what the API looks at. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE' | 'PATCH';
  /** What stands behind `rest.php`, as sent; undefined for one to the action API. */
  readonly path?: string | undefined;
  /** The part of the URL behind `?`, as sent. */
  readonly query: string;
  /** The body of a POST, urlencoded. */
  readonly body?: string | undefined;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Address of the client. */
  readonly ip: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** The observer of the request, if there is one. */
  readonly trace?: Trace | undefined;
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

type Sent = Pick<ApiRequest, 'query' | 'body' | 'method'>;

/** Characters of a form, or of a value, that are read at once. */
const LONG = 65_536;

/** How a wiki in English reads. */
const USUAL: ValueReading = { encoding: 'windows-1252', normalize: normalFormC };

/** The parameters of a request: the body wins over the URL, the last of equal names wins. */
export class RequestParams implements Wire {
  readonly #values = new Map<string, SentValue>();
  readonly isPosted: boolean;

  /** The parameters of a request; of a long one a promise, because others have their turn while it is read. */
  static read(request: Sent, reading: ValueReading = USUAL): RequestParams | Promise<RequestParams> {
    const { body } = request;
    if (body === undefined || body.length <= LONG) return new RequestParams(request, reading);
    return new RequestParams({ ...request, body: undefined }, reading).#readBody(body, { normalize: reading.normalize });
  }

  /** `reading` is how values of the URL are read; a body is always UTF-8. */
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

  /** `a=1&b=2`, still percent-encoded. */
  #addPairs(text: string, inUrl: boolean, reading: ValueReading): void {
    // One look at the whole takes less time than one at each part.
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
  /** The bytes of an unclean value as they were sent, one character a byte. */
  bytes(name: string): string | undefined {
    return this.#values.get(name)?.bytes;
  }
  isArray(name: string): boolean {
    const value = this.#values.get(name);
    return value !== undefined && value.text === undefined;
  }
  isLonger(name: string, bytes: number): boolean {
    const text = this.#values.get(name)?.text ?? '';
    // A character has three bytes for each of its units at most.
    return text.length * 3 > bytes && (text.length > bytes || Buffer.byteLength(text) > bytes);
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

/** PHP, whose rules clients know, reads no more of the URL, nor of a form (`max_input_vars`). */
const MOST_PAIRS = 1000;

/** The pairs of a form, still percent-encoded. */
function pairsOf(form: string): (readonly [name: string, value: string])[] {
  return form.split('&', MOST_PAIRS).map(pair => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
  });
}

/** PHP turns spaces and dots of names into underscores. */
const paramName = (name: string): string => (/[\s.]/.test(name) ? name.trimStart().replace(/[ .]/g, '_') : name);

/** Nearly all names are of such characters. */
const PLAIN_NAME = /^[\w-]+$/;
/** Names and values that are sent as they are meant. */
const PLAIN_PAIRS = /^[\w&=|:,;!*'()$@~/-]*$/;
