import { type BoundedResponse, type FetchOptions, fetchBounded } from './fetch.ts';

/** A pause before a request is sent again, because the server is busy. */
export interface Pause {
  readonly host: string;
  readonly seconds: number;
}

/** Options that limit the retries of a request to a busy server. */
export interface RetryOptions {
  /** Maximum number of retries. Default: 3. */
  readonly retries?: number;
  /** Maximum pause before a retry in seconds. If `Retry-After` is longer, the request is not sent again. Default: 60. */
  readonly longestPause?: number;
  /** Receives each pause when it begins. */
  readonly onPause?: ((pause: Pause) => void) | undefined;
}

/** Default of the maximum number of retries. */
export const RETRIES = 3;
/** Default of the maximum pause before a retry in seconds. */
export const LONGEST_PAUSE = 60;

/**
 * Sends a request like `fetchBounded`. If the status is 429, or 503 with `Retry-After`, waits and sends the request again. Without
 * `Retry-After`, each pause is twice as long as the previous one. Resolves to the last response, whatever its status is.
 */
export async function fetchPatiently(
  address: string | URL,
  { retries = RETRIES, longestPause = LONGEST_PAUSE, onPause, ...options }: FetchOptions & RetryOptions = {},
): Promise<BoundedResponse> {
  for (let tries = 0; ; tries++) {
    const response = await fetchBounded(address, options);
    const retryAfter = retryAfterOf(response.headers);
    const isBusy = response.status === 429 || (response.status === 503 && retryAfter !== undefined);
    if (!isBusy || tries >= retries || (retryAfter ?? 0) > longestPause) return response;
    await response.cancel();
    const seconds = pauseBefore(tries, retryAfter, longestPause);
    onPause?.({ host: new URL(address).host, seconds });
    await pause(seconds, options.signal);
  }
}

/**
 * Returns the seconds until a server accepts requests again, from `Retry-After`: a number of seconds, or an HTTP date in one of the three
 * formats of RFC 9110 (5.6.7). Undefined without a valid header. `now`: milliseconds since 1970.
 */
export function retryAfterOf(headers: Pick<Headers, 'get'>, now: number = Date.now()): number | undefined {
  const value = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  if (value.length > LONGEST_DATE || !/^[A-Z][a-z]{2,8},? [\w :-]+$/.test(value)) return undefined;
  const time = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/** Characters of the longest HTTP date, such as `Wednesday, 06-Nov-94 08:49:37 GMT`. */
const LONGEST_DATE = 33;

/** Returns the seconds before retry number `tries`, counted from 0: `Retry-After`, or a pause that doubles each time. */
export const pauseBefore = (tries: number, retryAfter: number | undefined, longestPause: number): number =>
  Math.min(longestPause, retryAfter || 2 ** tries);

/** Waits. Rejects with the reason of `signal` if it is aborted. */
export function pause(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
