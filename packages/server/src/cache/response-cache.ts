import type { State } from '@wikiquery/database';
import type { ApiResponse, EngineResponse } from '@wikiquery/engine';
import { LRUCache } from 'lru-cache';
import { EncodedText, THRESHOLD } from '../http/encodings.ts';
import { digestOf, responseKey } from './request-key.ts';
import { withTag } from './validators.ts';

export interface SharedResponse extends ApiResponse, Pick<EngineResponse, 'isPublic' | 'freshness'> {
  /** The body of a cached response in its compressed forms. */
  readonly encoded?: EncodedText | undefined;
}

interface CachedResponse {
  readonly response: SharedResponse;
  readonly key: string;
  readonly state: State;
  /** The only second in which the response is valid. */
  readonly second: number | undefined;
}

export interface ResponseCacheOptions {
  /** Bytes of memory in total; 0: no cache. */
  readonly most: number;
  /** Version token of the data that responses depend on; undefined if unknown. */
  readonly state: () => State | Promise<State>;
  /** The wiki's clock in milliseconds. */
  readonly now: () => number;
}

/** Maximum bytes of a response: a larger one would displace hundreds. */
const LARGEST = 1 << 20;
/** Approximate bytes of a response besides its body and its key. */
const FRAME = 1000;
/** Number of recent requests, and of older ones, that are remembered. */
const REMEMBERED = 2000;
/** Milliseconds until a database with an unknown state is queried for it again. */
const PAUSE = 10_000;
const LONGEST_KEY = 2000;

/**
 * Caches responses to requests without a session: public ones for everybody, others for one address. A response is valid while the state of the
 * database is the same and, if it depends on the clock, within the same second. Only repeated requests are cached.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #cached: LRUCache<string, CachedResponse> | undefined;
  /** Digests of the keys of earlier requests, and whether their responses can be cached. The older half is dropped when there are too many. */
  #asked = new Map<string, boolean>();
  #askedBefore: ReadonlyMap<string, boolean> = new Map();
  #silentUntil = 0;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    if (options.most > 0) this.#cached = new LRUCache({ maxSize: options.most, sizeCalculation: sizeOf });
  }

  /** Returns the response that was cached for everybody or for this address, while the state of its data is the same. */
  async find(key: string, ip: string): Promise<SharedResponse | undefined> {
    const cached = this.#cached?.get(responseKey(key, undefined)) ?? this.#cached?.get(responseKey(key, ip));
    if (!cached || (cached.second !== undefined && cached.second !== this.#second())) return undefined;
    if ((await this.#options.state()) === cached.state) return cached.response;
    this.#cached?.delete(cached.key);
    return undefined;
  }

  /** Whether the request is repeated and its response can be cached. */
  shouldAdmit(key: string): boolean {
    if (!this.#cached || key.length > LONGEST_KEY) return false;
    const digest = digestOf(key);
    const known = this.#asked.get(digest) ?? this.#askedBefore.get(digest);
    if (known === undefined) this.#note(digest, true);
    else if (known) return this.#silentUntil === 0 || performance.now() > this.#silentUntil;
    return false;
  }

  /** Computes a response for a client at this address, and caches it. */
  async make(key: string, ip: string, make: () => Promise<SharedResponse>): Promise<SharedResponse> {
    const { state } = this.#options;
    const second = this.#second();
    const before = await state();
    if (before === undefined) this.#silentUntil = performance.now() + PAUSE;
    const made = await make();
    const response = made.freshness !== 'unknown' ? inOnePiece(made) : made;
    if (!isCacheable(response)) {
      this.#note(digestOf(key), false);
      return response;
    }
    const isTimely = response.freshness === 'second';
    if (before === undefined || (isTimely && second !== this.#second())) return response;
    if ((await state()) !== before) return response;
    const cached = withEncodings(withTag(response));
    const own = responseKey(key, cached.isPublic ? undefined : ip);
    this.#cached?.set(own, { response: cached, key: own, state: before, second: isTimely ? second : undefined });
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

/** Counts the text, of two bytes a character unless Latin, its UTF-8 and its compressed forms. */
const sizeOf = ({ response: { body, isAscii }, key }: CachedResponse): number =>
  FRAME + key.length + (body as string).length * (isAscii ? 3 : 5);
