import type { State } from '@wikiquery/database';
import type { ApiRequest, ApiResponse, EngineResponse } from '@wikiquery/engine';
import { LRUCache } from 'lru-cache';
import type { RecentChanges } from '../changes/recent-changes.ts';
import { EncodedText, THRESHOLD } from '../http/encodings.ts';
import { digestOf, responseKey } from './request-key.ts';
import { withTag } from './validators.ts';

export interface SharedResponse extends ApiResponse, Pick<EngineResponse, 'isPublic' | 'freshness' | 'pages'> {
  /** The body of a cached response with its compressed encodings. */
  readonly encoded?: EncodedText | undefined;
}

interface CachedResponse {
  readonly response: SharedResponse;
  readonly key: string;
  /** Version token of the data; undefined if it is unknown, so that only the lifetime applies. */
  readonly state: State;
  /** The only second of the clock in which the response is valid by its state; undefined if it does not depend on the clock. */
  readonly second: number | undefined;
  /** Time of `performance.now()` at which the data was known to be current. */
  current: number;
  /** The check of the data after the lifetime, which all requests share. */
  check: Promise<LookupResult> | undefined;
}

/**
 * Result of a lookup. `hit`: within its lifetime, without a check. `revalidated`: the data is unchanged. `stale`: expired, while another
 * request computes the response again. `miss`: not cached, or outdated.
 */
export type LookupResult = 'hit' | 'revalidated' | 'stale' | 'miss';

export interface ResponseCacheOptions {
  /** Maximum memory in bytes. 0 disables the cache. */
  readonly most: number;
  /** Returns the version token of the data that responses depend on; undefined if it is unknown. */
  readonly state: () => State | Promise<State>;
  /** The wiki's clock in milliseconds. */
  readonly now: () => number;
  /** Milliseconds for which a public response is returned without a check of its data. 0: each lookup checks the data. */
  readonly lifetime: number;
  /** Changes that end the lifetime of a response; undefined if they are unknown. */
  readonly changes?: Pick<RecentChanges, 'lifetimeOf'> | undefined;
  /** Second level of the cache, for responses with a lifetime. */
  readonly shared?: SecondLevel | undefined;
  readonly metrics: { lookedUp(result: LookupResult): void };
}

/** A cache of public responses that several servers share. `lifetime`: milliseconds for which each server stores its responses. */
export interface SecondLevel {
  /** Returns a response and the age of its data in milliseconds. */
  find(key: string, lifetime: number): Promise<{ readonly response: SharedResponse; readonly age: number } | undefined>;
  /** Stores a response whose data has this age in milliseconds. */
  keep(key: string, response: SharedResponse, lifetime: number, age: number): void;
}

/** Maximum characters of a cached body: a longer one would displace hundreds of responses. */
const LARGEST = 1 << 20;
/** Approximate memory in bytes of a cached response besides its body and its key. */
const FRAME = 1000;
/** Maximum number of requests remembered in each of the two generations (recent and older). */
const REMEMBERED = 2000;
/** Milliseconds for which nothing is cached after the version token of the data was unknown. */
const PAUSE = 10_000;
const LONGEST_KEY = 2000;
/** Milliseconds after the lifetime in which a response is returned while another request computes it again. */
const GRACE = 100;

type Asked = Pick<ApiRequest, 'ip' | 'path'>;

/**
 * Caches responses to repeated requests without a session: public responses for everybody, others for one address. A response is valid
 * while the version token of its data is unchanged and, if it depends on the clock, within the same second. Within their lifetime, public
 * responses are valid without a check.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #cached: LRUCache<string, CachedResponse> | undefined;
  /** Digests of the keys of recent requests, and whether their responses can be cached. A full map replaces the older generation. */
  #asked = new Map<string, boolean>();
  #askedBefore: ReadonlyMap<string, boolean> = new Map();
  #silentUntil = 0;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    if (options.most > 0) this.#cached = new LRUCache({ maxSize: options.most, sizeCalculation: sizeOf });
  }

  /** Returns the response that is cached for everybody or for this address; undefined if there is none or it is outdated. */
  async find(key: string, ip: string): Promise<SharedResponse | undefined> {
    const { lifetime, metrics } = this.#options;
    const cached = this.#cached?.get(responseKey(key, undefined)) ?? this.#cached?.get(responseKey(key, ip));
    const result = cached ? await this.#validate(cached) : 'miss';
    metrics.lookedUp(result);
    if (!cached || result === 'miss') return undefined;
    return lifetime > 0 && cached.response.isPublic ? withAge(cached) : cached.response;
  }

  #validate(cached: CachedResponse): LookupResult | Promise<LookupResult> {
    if (this.#options.lifetime === 0 || !cached.response.isPublic) return this.#compare(cached);
    const lifetime = this.#lifetimeOf(cached);
    const age = performance.now() - cached.current;
    if (age <= lifetime) return 'hit';
    if (cached.check && age <= lifetime + GRACE) return 'stale';
    cached.check ??= this.#compare(cached);
    return cached.check;
  }

  #lifetimeOf({ current, response }: Pick<CachedResponse, 'current' | 'response'>): number {
    const { lifetime, changes } = this.#options;
    return changes ? changes.lifetimeOf(current, response.pages) : lifetime;
  }

  /** Compares the data of a response with the current data. If it is unchanged, the lifetime of the response starts again. */
  async #compare(cached: CachedResponse): Promise<LookupResult> {
    const now = performance.now();
    if (cached.state === undefined || (cached.second !== undefined && cached.second !== this.#second())) return 'miss';
    if ((await this.#options.state()) !== cached.state) return 'miss';
    cached.current = now;
    cached.check = undefined;
    return 'revalidated';
  }

  /** Whether the request is repeated and its response can be cached. Records a new request. */
  shouldAdmit(key: string): boolean {
    if (!this.#cached || key.length > LONGEST_KEY) return false;
    const digest = digestOf(key);
    const known = this.#asked.get(digest) ?? this.#askedBefore.get(digest);
    if (known === undefined) this.#note(digest, true);
    else if (known) return this.#silentUntil === 0 || performance.now() > this.#silentUntil;
    return false;
  }

  /**
   * Computes a response to a request. Caches it if possible, unless its data has changed meanwhile. Routes of the REST API, whose requests
   * have a path, set their own entity tags.
   */
  async make(key: string, { ip, path }: Asked, make: () => Promise<SharedResponse>): Promise<SharedResponse> {
    const { state, lifetime, shared } = this.#options;
    const known = lifetime > 0 ? await this.#findShared(key) : undefined;
    if (known) return known;
    const [current, second] = [performance.now(), this.#second()];
    const before = await state();
    if (before === undefined && lifetime === 0) this.#silentUntil = performance.now() + PAUSE;
    const made = await make();
    const response = made.freshness !== 'unknown' ? inOnePiece(made) : made;
    if (!isCacheable(response)) {
      this.#note(digestOf(key), false);
      return response;
    }
    const isTimely = response.freshness === 'second';
    const isCurrent = before !== undefined && !(isTimely && second !== this.#second()) && (await state()) === before;
    if (!isCurrent && !(response.isPublic && lifetime > 0)) return response;
    const cached = path === undefined ? withTag(response) : response;
    if (cached.isPublic && lifetime > 0) shared?.keep(key, cached, lifetime, performance.now() - current);
    return this.#keep(responseKey(key, cached.isPublic ? undefined : ip), cached, {
      state: isCurrent ? before : undefined,
      second: isTimely ? second : undefined,
      current,
    });
  }

  /** Returns a response of another server, if it is still valid. Caches it. */
  async #findShared(key: string): Promise<SharedResponse | undefined> {
    const { lifetime, shared } = this.#options;
    const found = await shared?.find(key, lifetime);
    if (!found) return undefined;
    const current = performance.now() - found.age;
    if (found.age > this.#lifetimeOf({ current, response: found.response })) return undefined;
    return this.#keep(responseKey(key, undefined), found.response, { state: undefined, second: undefined, current });
  }

  #keep(key: string, response: SharedResponse, validity: Pick<CachedResponse, 'state' | 'second' | 'current'>): SharedResponse {
    const cached = withEncodings(response);
    this.#cached?.set(key, { response: cached, key, ...validity, check: undefined });
    return cached;
  }

  #note(digest: string, isCacheable: boolean): void {
    if (this.#asked.size >= REMEMBERED) {
      this.#askedBefore = this.#asked;
      this.#asked = new Map();
    }
    this.#asked.set(digest, isCacheable);
  }

  #second(): number {
    return Math.floor(this.#options.now() / 1000);
  }
}

/** Adds the age of the data in whole seconds (RFC 9111, 5.1). */
const withAge = ({ response, current }: CachedResponse): SharedResponse => ({
  ...response,
  headers: { ...response.headers, Age: String(Math.floor((performance.now() - current) / 1000)) },
});

/** Joins the pieces of a body, unless it is too large for the cache. */
function inOnePiece(response: SharedResponse): SharedResponse {
  if (typeof response.body === 'string') return response;
  const pieces = response.body[Symbol.iterator]();
  let text = '';
  for (let piece = pieces.next(); !piece.done; piece = pieces.next()) {
    text += piece.value;
    if (text.length > LARGEST) return { ...response, body: resumed(text, pieces) };
  }
  return { ...response, body: text };
}

function* resumed(begun: string, rest: Iterator<string>): Generator<string> {
  yield begun;
  for (let piece = rest.next(); !piece.done; piece = rest.next()) yield piece.value;
}

const withEncodings = (response: SharedResponse): SharedResponse =>
  typeof response.body === 'string' && response.body.length >= THRESHOLD
    ? { ...response, encoded: new EncodedText(response.body) }
    : response;

const isCacheable = ({ status, freshness, body }: SharedResponse): boolean =>
  status === 200 && freshness !== 'unknown' && typeof body === 'string' && body.length <= LARGEST;

/** Estimates the memory of a response: its string (two bytes per character unless Latin-1), UTF-8 bytes and compressed encodings. */
const sizeOf = ({ response: { body, isAscii }, key }: CachedResponse): number =>
  FRAME + key.length + (body as string).length * (isAscii ? 3 : 5);
