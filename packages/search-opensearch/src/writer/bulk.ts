import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchCluster } from '../cluster/cluster.ts';
import { ClusterUnavailableError } from '../cluster/errors.ts';

/** A write to the cluster: a document, or without a body its deletion. */
export interface BulkOperation {
  readonly index: string;
  readonly id: string;
  readonly body: object | undefined;
  /** Whether `body` contains only fields to change. */
  readonly isPartial?: boolean;
}

/** Size in characters and number of operations of a request, and number of requests at once. */
const SIZE = 1 << 19;
const COUNT = 250;
const AT_ONCE = 2;
const TIMEOUT = 120_000;
/** Milliseconds before the next attempt of a rejected request, and until the writer gives up. */
const BACK_OFF = { first: 250, longest: 15_000 };
const PATIENCE = 10 * 60_000;

interface BulkResponse {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, BulkItem>>[];
}
interface BulkItem {
  readonly _id: string;
  readonly status: number;
  readonly error?: { readonly reason?: string; readonly caused_by?: { readonly reason?: string } };
}

/** Writes documents in bulk. An overloaded cluster slows it down: rejected operations are sent again after growing pauses. */
export class BulkWriter {
  readonly #cluster: SearchCluster;
  readonly #signal: AbortSignal;
  readonly #sending = new Set<Promise<void>>();
  #lines: string[] = [];
  #size = 0;
  #failure: { readonly error: unknown } | undefined;
  /** Documents that the cluster rejected, and one of the reasons. */
  rejected = 0;
  reason: string | undefined;

  constructor(cluster: SearchCluster, signal: AbortSignal) {
    [this.#cluster, this.#signal] = [cluster, signal];
  }

  /** Adds an operation. Waits while too many requests are in progress. */
  async add({ index, id, body, isPartial = false }: BulkOperation): Promise<void> {
    const action = JSON.stringify({ [isPartial ? 'update' : body ? 'index' : 'delete']: { _index: index, _id: id } });
    const line = body ? `${action}\n${JSON.stringify(isPartial ? { doc: body } : body)}\n` : `${action}\n`;
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size >= SIZE || this.#lines.length >= COUNT) await this.#send();
  }

  /** Sends the remaining operations and waits for all requests. */
  async flush(): Promise<void> {
    if (this.#lines.length > 0) await this.#send();
    await Promise.all(this.#sending);
    this.#throwFailure();
  }

  async #send(): Promise<void> {
    const lines = this.#lines;
    [this.#lines, this.#size] = [[], 0];
    while (this.#sending.size >= AT_ONCE) await Promise.race(this.#sending);
    this.#throwFailure();
    const sent: Promise<void> = this.#write(lines)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  async #write(all: readonly string[]): Promise<void> {
    const end = performance.now() + PATIENCE;
    let lines = all;
    for (let pause = BACK_OFF.first; ; pause = Math.min(pause * 2, BACK_OFF.longest)) {
      try {
        const body = { method: 'POST', path: '/_bulk', lines: lines.join('') } as const;
        const response = await this.#cluster.request<BulkResponse>(body, { timeout: TIMEOUT, signal: this.#signal });
        lines = response.errors ? this.#remaining(lines, response) : [];
        if (lines.length === 0) return;
      } catch (error) {
        // A request that is too large for the cluster is divided.
        if (isTooLarge(error) && lines.length > 1) {
          const half = Math.ceil(lines.length / 2);
          await this.#write(lines.slice(0, half));
          return this.#write(lines.slice(half));
        }
        if (!(error instanceof ClusterUnavailableError) || performance.now() > end) throw error;
      }
      await sleep(pause * (0.5 + Math.random()), undefined, { signal: this.#signal });
    }
  }

  /** Returns the operations that must be sent again. Counts those that the cluster rejects for good. */
  #remaining(lines: readonly string[], { items }: BulkResponse): string[] {
    const again: string[] = [];
    for (const [at, item] of items.entries()) {
      const { status, error } = Object.values(item)[0] as BulkItem;
      if (status === 429 || status >= 500) again.push(lines[at] as string);
      // A page may be changed or deleted by another process.
      else if (error && status !== 404) {
        this.rejected++;
        this.reason = error.caused_by?.reason ?? error.reason;
      }
    }
    return again;
  }
}

const isTooLarge = (error: unknown): boolean => typeof error === 'object' && error !== null && 'status' in error && error.status === 413;
