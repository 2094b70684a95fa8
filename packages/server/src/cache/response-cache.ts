import type { State } from '@wikiquery/database';
import type { ApiResponse, EngineResponse } from '@wikiquery/engine';
import { LRUCache } from 'lru-cache';
import { EncodedText, THRESHOLD } from '../http/encodings.ts';
import { digestOf, responseKey } from './request-key.ts';
import { withTag } from './validators.ts';

/** A response, whether it is the same for everybody without a session, and for how long. */
export interface SharedResponse extends ApiResponse, Pick<EngineResponse, 'isPublic' | 'freshness'> {
  /** Of one that is cached: its body in the forms in which most clients take it. */
  readonly encoded?: EncodedText | undefined;
}

interface CachedResponse {
  readonly response: SharedResponse;
  /** The key under which it lies. */
  readonly place: string;
  readonly state: State;
  /** In which it was made, where it holds no longer than that. */
  readonly second: number | undefined;
}

export interface ResponseCacheOptions {
  /** Bytes of memory for all of them; 0 to keep none. */
  readonly most: number;
  /** What the database, and whatever else answers are made of, is like now; undefined where nobody can tell. */
  readonly state: () => State | Promise<State>;
  /** Milliseconds of the clock that answers are made by. */
  readonly now: () => number;
}

/** Bytes of one answer: a larger one would drive out hundreds. */
const LARGEST = 1 << 20;
/** What an answer takes besides its body and its key, about. */
const FRAME = 1000;
/** Requests of which it is remembered that they were asked, and as many older ones. */
const REMEMBERED = 2000;
/** Milliseconds for which a database that cannot tell its state is not asked for it. */
const PAUSE = 10_000;

/**
 * Keeps answers for those without a session in memory, public ones for everybody and others for one address, for as long as they are true: while the state of the database is the one that it was before and after they were made and, where
 * the clock was looked at, while the second is the same. What is asked once is not cached.
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
    this.#cached?.delete(cached.place);
    return undefined;
  }

  /** Whether it is worth while to keep the answer: somebody has asked before. */
  shouldAdmit(key: string): boolean {
    if (!this.#cached || key.length > LONGEST_KEY) return false;
    const digest = digestOf(key);
    const known = this.#asked.get(digest) ?? this.#askedBefore.get(digest);
    if (known === undefined) this.#note(digest, true);
    else if (known) return this.#silentUntil === 0 || performance.now() > this.#silentUntil;
    return false;
  }

  /** Makes an answer for a client at this address and keeps it. */
  async make(key: string, ip: string, make: () => Promise<SharedResponse>): Promise<SharedResponse> {
    const { state } = this.#options;
    const second = this.#second();
    const before = await state();
    if (before === undefined) this.#silentUntil = performance.now() + PAUSE;
    const made = await make();
    const response = made.freshness !== 'unknown' ? inOnePiece(made) : made;
    if (!canBeKept(response)) {
      this.#note(digestOf(key), false);
      return response;
    }
    const isTimely = response.freshness === 'second';
    if (before === undefined || (isTimely && second !== this.#second())) return response;
    if ((await state()) !== before) return response;
    const cached = withEncodings(withTag(response));
    const place = responseKey(key, cached.isPublic ? undefined : ip);
    this.#cached?.set(place, { response: cached, place, state: before, second: isTimely ? second : undefined });
    return cached;
  }

  #note(digest: string, canBeKept: boolean): void {
    if (this.#asked.size >= REMEMBERED) {
      this.#askedBefore = this.#asked;
      this.#asked = new Map();
    }
    this.#asked.set(digest, canBeKept);
  }

  #second(): number {
    return Math.floor(this.#options.now() / 1000);
  }
}

/** A body that is made in pieces is put together, as far as it can be cached. */
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

const canBeKept = ({ status, freshness, body }: SharedResponse): boolean =>
  status === 200 && freshness !== 'unknown' && typeof body === 'string' && body.length <= LARGEST;

/** Characters. */
const LONGEST_KEY = 2000;

/** Text that is not Latin takes two bytes a character; beside it lie its bytes and, shorter, its encodings. */
const sizeOf = ({ response: { body, isAscii }, place }: CachedResponse): number =>
  FRAME + place.length + (body as string).length * (isAscii ? 3 : 5);
