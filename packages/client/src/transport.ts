import { WikiError, type WikiMessage } from './error.ts';
import { type BoundedResponse, FetchError, fetchBounded } from './fetch.ts';
import { LONGEST_PAUSE, pause, pauseBefore, RETRIES, type RetryOptions, retryAfterOf } from './retries.ts';
import { toForm, type Values } from './values.ts';

/** Options of a client. */
export interface WikiOptions extends RetryOptions {
  /** `User-Agent`: the name of your program and a contact address. Wikimedia wikis require it. */
  readonly userAgent?: string;
  /** Parameters of all requests. */
  readonly params?: Values;
  /** Maximum replication lag in seconds. If it is higher, the request is retried later. */
  readonly maxlag?: number;
  /** Maximum size of a decompressed response in bytes. Default: 64 MiB. */
  readonly maxResponseBytes?: number;
  /** Timeout of a response in milliseconds. Default: 120,000. */
  readonly timeout?: number;
  /** Maximum number of responses of one continued query. Default: 1,000,000. */
  readonly maxResponses?: number;
  /** OAuth 2 access token, instead of a login. */
  readonly accessToken?: string;
  /** Receives each warning. Default: writes to the console. */
  readonly onWarning?: (warning: WikiMessage) => void;
  /** Replacement for the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Aborts all requests of the client. */
  readonly signal?: AbortSignal;
}

/** Options of a single request. */
export interface RequestOptions {
  /** Default: GET, or POST for a request that is too long for a URL. */
  readonly method?: 'GET' | 'POST';
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of any module
export type Json = any;

/** Sends requests. Retries if the wiki is busy, and stores cookies on platforms that do not store them. */
export class Transport {
  readonly #url: URL;
  readonly #options: WikiOptions;
  readonly #cookies = new Map<string, string>();
  constructor(url: string | URL, options: WikiOptions) {
    this.#url = new URL(url);
    this.#options = options;
  }

  async send(params: Values, options: RequestOptions = {}): Promise<Json> {
    const { retries = RETRIES, longestPause = LONGEST_PAUSE, onPause, onWarning = warnOnConsole, maxlag, params: common } = this.#options;
    const form = toForm({ format: 'json', formatversion: 2, errorformat: 'plaintext', maxlag, ...common, ...params });
    const signal = anyOf(this.#options.signal, options.signal);
    for (let tries = 0; ; tries++) {
      const response = await this.#fetch(form, options.method, signal);
      const retryAfter = retryAfterOf(response.headers);
      let failure: WikiError;
      if (response.ok) {
        const body: Json = await response.json().catch(unusable);
        if (typeof body !== 'object' || body === null) unusable(new FetchError('bad-json', 'The response is not an object.'));
        sizes.set(body, response.bytes);
        for (const warning of body.warnings ?? []) onWarning(warning);
        if (!body.errors?.length) return body;
        failure = new WikiError(body.errors);
      } else {
        await response.cancel();
        failure = new WikiError([{ code: `http-${response.status}`, text: response.statusText, module: '' }]);
      }
      const isBusy = BUSY.has(failure.code) || (retryAfter ?? 0) > 0;
      if (!isBusy || tries >= retries || (retryAfter ?? 0) > longestPause) throw failure;
      const seconds = pauseBefore(tries, retryAfter, longestPause);
      onPause?.({ host: this.#url.host, seconds });
      await pause(seconds, signal);
    }
  }

  async #fetch(form: URLSearchParams, method: RequestOptions['method'], signal: AbortSignal | undefined): Promise<BoundedResponse> {
    const { fetch, userAgent, accessToken, maxResponseBytes: maxBytes, timeout } = this.#options;
    const headers: Record<string, string> = {};
    if (userAgent) headers['document' in globalThis ? 'Api-User-Agent' : 'User-Agent'] = userAgent;
    if (accessToken) headers.Authorization = `Bearer ${accessToken}`;
    if (this.#cookies.size > 0) headers.Cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const query = form.toString();
    const isPosted = method === 'POST' || (!method && query.length > MAX_QUERY);
    const url = new URL(this.#url);
    if (!isPosted) url.search = query;
    const response = await fetchBounded(url, {
      ...{ fetch, maxBytes, timeout },
      headers,
      credentials: accessToken ? 'omit' : 'same-origin',
      ...(signal && { signal }),
      // A POST body may contain a password, so redirects are not followed.
      ...(isPosted && { method: 'POST', body: form, redirect: 'error' }),
    }).catch(unusable);
    // Browsers hide and store cookies themselves.
    for (const cookie of response.headers.getSetCookie?.() ?? []) {
      const [, name, value] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
      if (name) this.#cookies.set(name, value as string);
    }
    return response;
  }
}

const sizes = new WeakMap<object, number>();

export const bytesOf = (response: object): number => sizes.get(response) ?? 0;

const MAX_QUERY = 2000;
const BUSY = new Set(['maxlag', 'ratelimited', 'readonly', 'http-429', 'http-502', 'http-503', 'http-504']);

function unusable(error: unknown): never {
  if (!(error instanceof FetchError)) throw error;
  throw new WikiError([{ code: error.code, text: error.message, module: '' }]);
}

/** Writes a warning to the console. Replaces control characters and bidirectional marks, which a terminal would interpret. */
const warnOnConsole = ({ module, text }: WikiMessage): void =>
  console.warn(`${module}: ${text}`.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd'));

const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const present = signals.filter(signal => signal !== undefined);
  return present.length > 1 ? AbortSignal.any(present) : present[0];
};
