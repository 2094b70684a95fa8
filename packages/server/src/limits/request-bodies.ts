import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { rateLimitKey } from '@wikiquery/core/host';

/** Thrown if a request body is rejected. `status` and `code` are those of the error response. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Maximum bytes of a body that is always read. Only the number of connections limits the memory for such small bodies. */
export const SMALL_BODY = 65_536;
/** Maximum memory for larger bodies, as a multiple of the maximum body size: for each client, and in total. */
const EACH = 2;
const ALL = 8;
/** Minimum rate of a body in bytes per second, and maximum seconds without a byte. */
const PACE = 1024;
const PATIENCE = 10;
/** Milliseconds between two checks of the rates of bodies. */
const LOOK = 1000;

export interface BodyPace {
  /** Maximum milliseconds without a byte. */
  readonly patience: number;
  /** Milliseconds between two checks. */
  readonly look: number;
}

/** A request body, or the part of it that was read. */
export interface CollectedBody {
  readonly bytes: Buffer;
  /** False if the body exceeds the limit; the rest was not read. */
  readonly isWhole: boolean;
  /** Releases the memory that is reserved for the body. */
  release(): void;
}

/** The bodies of one client that are larger than `SMALL_BODY`. */
interface Client {
  /** Bytes that are reserved, and bytes in memory. */
  reserved: number;
  held: number;
  readonly arriving: Set<Arrival>;
}

/**
 * Reads the request bodies of one process. Each client has a memory limit, and memory is reserved before a body is read. When the total
 * limit is reached, a body of the client that uses most memory is aborted. Small bodies are always read, and stalled bodies are aborted.
 */
export class RequestBodies {
  readonly #clients = new Map<string, Client>();
  readonly #paced = new Set<Paced>();
  readonly #pace: BodyPace;
  #held = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pace: BodyPace = { patience: PATIENCE * 1000, look: LOOK }) {
    this.#pace = pace;
  }

  /** Reads a body. Rejects with a BodyError if it exceeds `limit` bytes, stalls or does not fit into memory; the rest is then not read. */
  async collect(request: IncomingMessage, ip: string, limit: number): Promise<CollectedBody> {
    const collected = await this.collectUpTo(request, ip, limit);
    if (collected.isWhole) return collected;
    collected.release();
    throw tooLarge(limit);
  }

  /** Reads a body until it ends or exceeds `limit` bytes (`isWhole`). Rejects with a BodyError if it stalls or does not fit into memory. */
  async collectUpTo(request: IncomingMessage, ip: string, limit: number): Promise<CollectedBody> {
    const announced = Number(request.headers['content-length'] ?? 0);
    const arrival = new Arrival(rateLimitKey(ip), limit);
    try {
      this.#reserve(arrival, Math.min(announced, limit));
      await this.#read(request, arrival, announced);
    } catch (error) {
      this.#release(arrival);
      throw error;
    } finally {
      this.#clients.get(arrival.client)?.arriving.delete(arrival);
    }
    const { bytes, size } = arrival;
    return { bytes: bytes.subarray(0, size), isWhole: size <= limit, release: () => this.#release(arrival) };
  }

  /** Streams a body to `to`. Calls `refuse` if the body stalls or was already read. A disconnect ends the request without a call. */
  stream(request: IncomingMessage, to: Writable, refuse: (error: BodyError) => void): void {
    const missed = missedBody(request);
    if (missed) {
      refuse(missed);
      return;
    }
    const paced = this.#watch(request, error => {
      request.unpipe(to);
      refuse(error);
    });
    const onData = (chunk: Buffer): void => paced.count(chunk.length);
    request.on('data', onData).pipe(to);
    to.once('close', () => {
      request.off('data', onData);
      this.#unwatch(paced);
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #read(request: IncomingMessage, arrival: Arrival, announced: number): Promise<void> {
    const missed = missedBody(request);
    if (missed) return Promise.reject(missed);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const paced = this.#watch(request, reject);
    // Hot path: called for each chunk, which may be a single byte.
    const onData = (chunk: Buffer): void => {
      try {
        const { size } = arrival;
        const { length } = chunk;
        paced.count(length);
        // A body that arrives in one chunk is already in one buffer.
        if (size === 0 && length === announced) arrival.bytes = chunk;
        else {
          const bytes = size + length <= arrival.bytes.length ? arrival.bytes : this.#makeRoom(arrival, size + length, announced);
          if (length === 1) bytes[size] = chunk[0]!;
          else bytes.set(chunk, size);
        }
        arrival.size = size + length;
        if (arrival.size > arrival.limit) resolve();
      } catch (error) {
        reject(error);
      }
    };
    const onClose = (): void => reject(gone());
    arrival.fail = reject;
    request.on('data', onData).once('end', resolve).once('error', onClose).once('close', onClose);
    return promise.finally(() => {
      this.#unwatch(paced);
      request.off('data', onData).off('end', resolve).off('close', onClose);
      if (!request.complete) request.pause();
    });
  }

  /** Enlarges the buffer that collects the chunks. Tiny chunks that are stored separately would take a hundred times their size. */
  #makeRoom(arrival: Arrival, size: number, announced: number): Buffer {
    const { bytes, limit } = arrival;
    const wanted = Math.max(size, bytes.length === 0 ? Math.min(announced, SMALL_BODY) : 2 * bytes.length);
    const length = Math.min(Math.max(wanted, LEAST), announced || limit);
    this.#hold(arrival, Math.max(length, size));
    const larger = Buffer.allocUnsafeSlow(Math.max(length, size));
    larger.set(bytes.subarray(0, arrival.size));
    arrival.bytes = larger;
    return larger;
  }

  /** Reserves memory for a body. Throws a BodyError if the client's limit is reached. */
  #reserve(arrival: Arrival, bytes: number): void {
    const more = bytes <= SMALL_BODY ? 0 : bytes - arrival.reserved;
    if (more <= 0) return;
    const client = this.#clients.get(arrival.client) ?? { reserved: 0, held: 0, arriving: new Set() };
    if (client.reserved + more > EACH * arrival.limit) throw tooManyOfClient();
    client.reserved += more;
    arrival.reserved += more;
    client.arriving.add(arrival);
    this.#clients.set(arrival.client, client);
  }
  /** Counts the bytes of a body in memory. Throws a BodyError if the client's limit or the total limit is reached. */
  #hold(arrival: Arrival, bytes: number): void {
    this.#reserve(arrival, bytes);
    const client = this.#clients.get(arrival.client);
    if (!client || arrival.reserved === 0) return;
    const more = bytes - arrival.held;
    arrival.held = bytes;
    client.held += more;
    this.#held += more;
    while (this.#held > ALL * arrival.limit) {
      const loser = this.#loser();
      if (!loser || loser === arrival) throw tooMany();
      loser.fail(tooMany());
      this.#release(loser);
    }
  }
  /** Returns an incomplete body of the client that uses most memory. */
  #loser(): Arrival | undefined {
    let most: Client | undefined;
    for (const client of this.#clients.values()) if (client.arriving.size > 0 && client.held > (most?.held ?? 0)) most = client;
    return most?.arriving.values().next().value;
  }
  #release(arrival: Arrival): void {
    const client = this.#clients.get(arrival.client);
    if (!client || arrival.reserved === 0) return;
    this.#held -= arrival.held;
    client.held -= arrival.held;
    client.reserved -= arrival.reserved;
    arrival.held = 0;
    arrival.reserved = 0;
    client.arriving.delete(arrival);
    if (client.reserved === 0) this.#clients.delete(arrival.client);
  }

  /** Calls `fail` when a body arrives too slowly although its consumer is ready. */
  #watch(request: IncomingMessage, fail: (error: BodyError) => void): Paced {
    const paced = new Paced(request, (this.#pace.patience / 1000) * PACE, fail);
    this.#paced.add(paced);
    this.#timer ??= setInterval(() => this.#look(), this.#pace.look).unref();
    return paced;
  }
  #unwatch(paced: Paced): void {
    this.#paced.delete(paced);
    if (this.#paced.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
  #look(): void {
    for (const each of [...this.#paced]) each.look((this.#pace.look / 1000) * PACE);
  }
}

/** Minimum size of a buffer in bytes. */
const LEAST = 1024;

/** A body that is being read into memory. */
class Arrival {
  /** Rate-limit key of the client. */
  readonly client: string;
  readonly limit: number;
  bytes: Buffer = Buffer.alloc(0);
  /** Number of received bytes. */
  size = 0;
  reserved = 0;
  held = 0;
  fail: (error: BodyError) => void = () => {};

  constructor(client: string, limit: number) {
    this.client = client;
    this.limit = limit;
  }
}

/** A leaky bucket that measures the rate of a body: received bytes fill it, and time drains it. */
class Paced {
  readonly #request: IncomingMessage;
  readonly #most: number;
  readonly #fail: (error: BodyError) => void;
  #left: number;

  constructor(request: IncomingMessage, most: number, fail: (error: BodyError) => void) {
    this.#request = request;
    this.#most = most;
    this.#left = most;
    this.#fail = fail;
  }
  count(bytes: number): void {
    this.#left = Math.min(this.#most, this.#left + bytes);
  }
  look(due: number): void {
    // A paused body waits for its consumer, not for the client.
    if (this.#request.isPaused() || this.#request.complete) return;
    this.#left -= due;
    if (this.#left < 0) this.#fail(tooSlow());
  }
}

/** Returns an error if the body was already read or the client has disconnected, because no event would report either. */
function missedBody(request: IncomingMessage): BodyError | undefined {
  if (request.readableEnded) return alreadyRead();
  return request.destroyed ? gone() : undefined;
}

export const tooLarge = (limit: number): BodyError =>
  new BodyError(413, 'requesttoolarge', `The body of a request can have at most ${limit} bytes. Send fewer values at once.`);
const gone = (): BodyError => new BodyError(400, 'requestincomplete', 'The request ended before its body was complete.');
const alreadyRead = (): BodyError =>
  new BodyError(
    500,
    'bodyalreadyread',
    'Other middleware has read the body of the request. Mount wikiquery before middleware that reads bodies.',
  );
const tooSlow = (): BodyError =>
  new BodyError(408, 'requestincomplete', `The body of the request arrives too slowly. Send at least ${PACE} bytes a second.`);
const tooMany = (): BodyError => new BodyError(503, 'servertoobusy', 'Too many large requests arrive at once. Try again in a moment.');
const tooManyOfClient = (): BodyError =>
  new BodyError(
    429,
    'ratelimited',
    'Too many large requests of this client arrive at once. Wait for each response before you send the next request.',
  );
