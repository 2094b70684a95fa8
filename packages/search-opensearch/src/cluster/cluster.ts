import { type Client, errors } from '@opensearch-project/opensearch';
import { CircuitBreaker } from './breaker.ts';
import { ClusterRefusalError, ClusterUnavailableError, isUnavailable, reasonOf } from './errors.ts';

/** A request to the cluster. */
export interface ClusterCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Encoded path, such as `/wiki_content/_search`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  /** Lines of JSON, instead of `body`. */
  readonly lines?: string;
}

/** Limits of a request. */
export interface CallLimits {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum milliseconds for all attempts. Default: 10,000. */
  readonly timeout?: number | undefined;
}

/** Receives the results of requests: the milliseconds that they took, and changes of whether the cluster can be used. */
export interface ClusterEvents {
  ended?(milliseconds: number, result: 'ok' | 'refused' | 'failed' | 'skipped'): void;
  changed?(problem: string | undefined): void;
}

const TIMEOUT = 10_000;
/** Maximum milliseconds for an attempt, if another node can be tried afterwards. */
const ATTEMPT = 3000;
const MAX_RETRIES = 2;

/**
 * A cluster that several wikis can share. Requests that fail because of a node are repeated on another one. After several failures, requests are
 * rejected for a while without being sent.
 */
export class SearchCluster implements AsyncDisposable {
  readonly #client: Client;
  readonly #nodes: number;
  readonly #breaker = new CircuitBreaker();
  readonly #hosts: string;
  readonly #events: ClusterEvents;
  #problem: string | undefined;

  /** `hosts`: the nodes, for messages. */
  constructor(client: Client, hosts: readonly string[], events: ClusterEvents = {}) {
    [this.#client, this.#nodes, this.#hosts, this.#events] = [client, hosts.length, hosts.join(', '), events];
  }

  /** Reason why the cluster cannot be used; undefined while it can be used. */
  get problem(): string | undefined {
    return this.#breaker.problem;
  }

  /**
   * Sends a request and returns the parsed body of the response. Rejects with a `ClusterUnavailableError` if the cluster cannot be used, and
   * with a `ClusterRefusalError` if it rejects the request. Rejects with the reason of the signal if it was aborted.
   */
  async request<T>(call: ClusterCall, limits: CallLimits = {}): Promise<T> {
    limits.signal?.throwIfAborted();
    if (!this.#breaker.admit()) {
      this.#events.ended?.(0, 'skipped');
      throw new ClusterUnavailableError(this.#breaker.problem ?? this.#describe('An attempt to reach it is in progress.'));
    }
    const begun = performance.now();
    const end = (result: 'ok' | 'refused' | 'failed'): void => {
      this.#events.ended?.(performance.now() - begun, result);
      if (this.#breaker.problem === this.#problem) return;
      this.#problem = this.#breaker.problem;
      this.#events.changed?.(this.#problem);
    };
    try {
      const body = await this.#send<T>(call, limits);
      this.#breaker.succeeded();
      end('ok');
      return body;
    } catch (error) {
      if (limits.signal?.aborted) {
        this.#breaker.cancelled();
        throw limits.signal.reason;
      }
      const known = this.#translate(error);
      if (known instanceof ClusterUnavailableError) this.#breaker.failed(known.message);
      else this.#breaker.succeeded();
      end(known instanceof ClusterUnavailableError ? 'failed' : 'refused');
      throw known;
    }
  }

  async #send<T>({ method, path, query, body, lines }: ClusterCall, { signal, timeout = TIMEOUT }: CallLimits): Promise<T> {
    const maxRetries = Math.max(1, Math.min(this.#nodes - 1, MAX_RETRIES));
    const sent = this.#client.transport.request(
      {
        method,
        path,
        ...(query && { querystring: { ...query } }),
        ...(body !== undefined && { body }),
        ...(lines !== undefined && { bulkBody: lines }),
      },
      { maxRetries, requestTimeout: this.#nodes > 1 ? Math.min(ATTEMPT, timeout) : timeout },
    );
    const abort = (): void => sent.abort();
    const timer = setTimeout(abort, timeout);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return (await sent).body as T;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #translate(error: unknown): Error {
    if (error instanceof errors.ResponseError) {
      const status = error.statusCode ?? 500;
      const { type, reason } = reasonOf(error.body, status);
      return isUnavailable(status)
        ? new ClusterUnavailableError(this.#describe(reason), status)
        : new ClusterRefusalError(status, type, reason);
    }
    // The timer of this class aborts a request, too.
    if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError)
      return new ClusterUnavailableError(this.#describe('It did not respond in time.'));
    if (error instanceof errors.OpenSearchClientError) return new ClusterUnavailableError(this.#describe(error.message));
    return error as Error;
  }

  #describe(reason: string): string {
    return `The search cluster at ${this.#hosts} cannot be used. ${reason}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}
