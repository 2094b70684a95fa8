/** Thrown if a request has no usable response. The message contains the host and the cause. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: 'unreachable' | 'too-slow' | 'too-large' | 'bad-json';
  constructor(code: FetchError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Options of `fetchBounded`, in addition to those of `fetch`. */
export interface FetchOptions extends Omit<RequestInit, 'signal'> {
  readonly signal?: AbortSignal | null | undefined;
  /** Maximum size of the decoded body in bytes. Default: 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Timeout of the whole response in milliseconds. Default: 120,000. */
  readonly timeout?: number | undefined;
  /** Maximum time without a received byte, in milliseconds. Default: `timeout`. */
  readonly idleTimeout?: number | undefined;
  /** Replacement for the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A response whose body is measured and limited while it is read. */
export interface BoundedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** URL after redirects. */
  readonly url: string;
  /** Number of decoded bytes of the body that have been read. */
  readonly bytes: number;
  /** Yields the body as it arrives. Rejects with a FetchError if the body is longer or slower than allowed. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Reads the whole body as text. Rejects with a FetchError if the body is longer or slower than allowed. */
  text(): Promise<string>;
  /** Parses the body. Rejects with a FetchError if it is not JSON or if `parseJson` rejects it. */
  json(): Promise<unknown>;
  /** Cancels the transfer of an unread body. */
  cancel(): Promise<void>;
}

/** Default of the maximum size of a decoded body in bytes. */
export const MAX_RESPONSE_BYTES: number = 64 << 20;
const TIMEOUT = 120_000;

/** Sends a request to an untrusted server, and limits the response. Rejects with a FetchError, or the reason of the aborted `signal`. */
export async function fetchBounded(
  address: string | URL,
  { maxBytes = MAX_RESPONSE_BYTES, timeout = TIMEOUT, idleTimeout = timeout, fetch = globalThis.fetch, signal, ...init }: FetchOptions = {},
): Promise<BoundedResponse> {
  const { host } = new URL(address);
  const ending = new AbortController();
  const expire = (milliseconds: number, what: string): ReturnType<typeof setTimeout> =>
    setTimeout(() => ending.abort(new FetchError('too-slow', `${host} ${what} within ${milliseconds / 1000} s.`)), milliseconds);
  const timers = [expire(timeout, 'did not send its response')];
  const done = (): void => timers.splice(0).forEach(clearTimeout);
  const failed = (error: unknown): unknown => {
    done();
    if (signal?.aborted) return signal.reason;
    if (ending.signal.aborted) return ending.signal.reason;
    return error instanceof FetchError
      ? error
      : new FetchError('unreachable', `${host} cannot be reached: ${causeOf(error)}.`, { cause: error });
  };
  let response: Response;
  try {
    response = await fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal });
  } catch (error) {
    throw failed(error);
  }

  let bytes = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let idle = expire(idleTimeout, 'sent nothing');
    try {
      for await (const chunk of piecesOf(response)) {
        clearTimeout(idle);
        bytes += chunk.byteLength;
        // A few compressed bytes can become gigabytes, so decoded bytes are counted.
        if (bytes > maxBytes) throw new FetchError('too-large', `${host} sent more than ${sizeOf(maxBytes)}.`);
        yield chunk;
        idle = expire(idleTimeout, 'sent nothing');
      }
    } catch (error) {
      ending.abort(error);
      throw failed(error);
    } finally {
      clearTimeout(idle);
      done();
      // Cancels the transfer when the consumer stops early.
      ending.abort();
    }
  }

  async function text(): Promise<string> {
    if (!response.body) {
      // Without a stream, the body is empty, or it is the text of a server in this process.
      done();
      return response.text();
    }
    const decoder = new TextDecoder();
    const parts: string[] = [];
    for await (const chunk of chunks()) parts.push(decoder.decode(chunk, { stream: true }));
    parts.push(decoder.decode());
    return parts.join('');
  }

  async function json(): Promise<unknown> {
    try {
      return parseJson(await text());
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new FetchError('bad-json', `${host} sent an unusable response: ${error.message}.`, { cause: error });
    }
  }

  const { ok, status, statusText, headers, url } = response;
  return {
    ...{ ok, status, statusText, headers, url, chunks, text, json },
    get bytes() {
      return bytes;
    },
    async cancel() {
      done();
      await response.body?.cancel().catch(() => undefined);
    },
  };
}

/** Parses external JSON. Throws a SyntaxError for invalid JSON, and for a `__proto__` key, which would replace a prototype if copied. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Most documents do not match and skip the full check.
  if (MAY_NAME_PROTO.test(text) && hasProtoKey(value)) throw new SyntaxError('it has a key "__proto__"');
  return value;
}

/** Matches JSON that may have a `__proto__` key, in which each letter may be an escape sequence. */
const MAY_NAME_PROTO = /__proto__|\\u00(?:5f|70|72|6f|74)/i;

function hasProtoKey(value: unknown): boolean {
  // Not recursive: deep nesting could overflow the stack.
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const item of Object.values(next)) if (typeof item === 'object') pending.push(item);
  }
  return false;
}

async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '') || 'no reason given';
}

const sizeOf = (bytes: number): string => (bytes >= 1 << 20 ? `${Math.floor(bytes / (1 << 20))} MiB` : `${bytes} bytes`);
