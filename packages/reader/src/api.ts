import { bodyText } from '@wikiquery/engine';
import type { RouteClient } from '@wikiquery/server/extend';
import { LRUCache } from 'lru-cache';

/** Parameters of a request. Undefined values are omitted; true is an empty value. */
export type PageRequestParams = Readonly<Record<string, string | number | true | undefined>>;

/** A failed request to the API. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly code: string;
  /** HTTP status of the response. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  constructor(code: string, text: string, status: number, retryAfter?: string) {
    super(text);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

interface ErrorBody {
  readonly errors?: readonly { readonly code: string; readonly text: string }[];
  /** Error of a request that the HTTP layer rejected. */
  readonly error?: { readonly code: string; readonly info: string };
}

/** Parsed bodies. The response cache returns the same string again, so a repeated page needs no parsing. */
const parsed = new LRUCache<string, object>({ maxSize: 16 << 20, sizeCalculation: (_value, body) => body.length * 2 + 100 });

/** Sends the requests of one page to the API of the wiki, as the client that has requested the page. */
export class PageApi {
  /** Query strings of the page's own requests, for links to the explorer. */
  readonly queries: string[] = [];
  /** Bodies of all responses: equal bodies make the same page. */
  readonly bodies: string[] = [];
  readonly cookies: string[] = [];
  readonly #ask: RouteClient['ask'];
  readonly #language: string | undefined;
  readonly #variant: string | undefined;

  constructor(
    { ask }: RouteClient,
    { language, variant }: { readonly language: string | undefined; readonly variant: string | undefined },
  ) {
    this.#ask = ask;
    this.#language = language;
    this.#variant = variant;
  }

  /** Sends a request of the page. Rejects with an ApiFailure. */
  async get<Result>(params: PageRequestParams): Promise<Result> {
    this.queries.push(serialize(params));
    return this.getQuietly(params);
  }

  /** Like `get`, for requests that are of no use to users. */
  async getQuietly<Result>(params: PageRequestParams): Promise<Result> {
    const common = { uselang: this.#language, variant: this.#variant, format: 'json', formatversion: 2 };
    const errors = { errorformat: 'plaintext', errorsuselocal: 1 };
    const { status, headers, body } = await this.#ask(serialize({ ...params, ...common, ...errors }));
    const text = bodyText({ body });
    this.bodies.push(text);
    const cookies = headers['Set-Cookie'];
    if (cookies !== undefined) this.cookies.push(...[cookies].flat());
    const result = parse(text) as Result & ErrorBody;
    const failure = result.errors?.[0] ?? (result.error && { code: result.error.code, text: result.error.info });
    if (failure) throw new ApiFailure(failure.code, failure.text, status, String(headers['Retry-After'] ?? '') || undefined);
    return result;
  }
}

function parse(text: string): object {
  let value = parsed.get(text);
  if (!value) {
    value = JSON.parse(text) as object;
    parsed.set(text, value);
  }
  return value;
}

/** Returns a query string. Keeps `|`, `:` and `/`, so that it stays readable. */
export const serialize = (params: PageRequestParams): string =>
  Object.entries(params)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value === true ? 1 : encode(String(value))}`]))
    .join('&');

const encode = (value: string): string => encodeURIComponent(value.toWellFormed()).replaceAll(/%(?:7C|3A|2F|2C|3B)/g, decodeURIComponent);
