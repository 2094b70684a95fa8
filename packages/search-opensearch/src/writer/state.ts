import { randomUUID } from 'node:crypto';
import type { Watermark } from '@wikiquery/search-index';
import type { SearchCluster } from '../cluster/cluster.ts';
import { ClusterRefusalError } from '../cluster/errors.ts';
import { stateIndex } from './index-names.ts';

/** An index that is being built by one or several processes. */
export interface Building {
  readonly build: string;
  readonly position: Watermark;
  /** Highest page id, number of pages, and number of page ids in a range. */
  readonly last: number;
  readonly pages: number;
  readonly size: number;
}

/** State of the writer. */
export interface WriterState {
  readonly format: number;
  readonly wiki: string;
  readonly language: string;
  /** The index that is searched, and the states of the wiki when it was updated. */
  readonly current?: { readonly build: string; readonly positions: readonly Watermark[] } | undefined;
  readonly building?: Building | undefined;
}

/** Time after which the work of a process that gives no sign of life is taken over, in milliseconds. */
const LEASE = 30_000;
/** Milliseconds between two signs of life. */
const RENEWAL = 10_000;

interface Found<T> {
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: T;
}
interface ClaimRow {
  readonly owner: string;
  readonly until: number;
  readonly isDone: boolean;
}

const isStatus = (error: unknown, status: number): boolean => error instanceof ClusterRefusalError && error.status === status;

/** The state of the writer, and claims of processes to parts of the work, in an index of the cluster. */
export class StateStore {
  readonly #cluster: SearchCluster;
  readonly #index: string;
  readonly #owner = randomUUID();

  constructor(cluster: SearchCluster, prefix: string) {
    this.#cluster = cluster;
    this.#index = stateIndex(prefix);
  }

  /** Creates the index of the state if it is missing. */
  async create(): Promise<void> {
    const body = {
      settings: { number_of_shards: 1, auto_expand_replicas: '0-2', hidden: true },
      mappings: { dynamic: false },
    };
    try {
      await this.#cluster.request({ method: 'PUT', path: `/${encodeURIComponent(this.#index)}`, body });
    } catch (error) {
      if (!(error instanceof ClusterRefusalError && error.type === 'resource_already_exists_exception')) throw error;
    }
  }

  async read(): Promise<WriterState | undefined> {
    return (await this.#get<WriterState>('state'))?._source;
  }

  /** Changes the state, unless `change` returns undefined. Resolves to the state afterwards. `change` may be called several times. */
  async change(change: (state: WriterState | undefined) => WriterState | undefined): Promise<WriterState | undefined> {
    for (;;) {
      const found = await this.#get<WriterState>('state');
      const next = change(found?._source);
      if (!next) return found?._source;
      if (await this.#put('state', next, found)) return next;
    }
  }

  /** Claims a part of the work. Resolves to the claim, to `done` if the part is complete, or to undefined if another process works on it. */
  async claim(part: string): Promise<Claim | 'done' | undefined> {
    const found = await this.#get<ClaimRow>(part);
    if (found?._source.isDone) return 'done';
    if (found && found._source.until > Date.now() && found._source.owner !== this.#owner) return undefined;
    return (await this.#put(part, this.#claim(), found)) ? new Claim(this, part) : undefined;
  }

  /** @internal Extends or completes a claim. Resolves to false if another process has taken it over. */
  async renew(part: string, isDone: boolean): Promise<boolean> {
    const found = await this.#get<ClaimRow>(part);
    if (found?._source.owner !== this.#owner) return false;
    return this.#put(part, { ...this.#claim(), isDone }, found);
  }

  /** Releases a claim, so that the work can be claimed again. */
  async release(part: string): Promise<void> {
    await this.#delete(part);
  }

  /** Deletes the claims of a build. */
  async forget(parts: Iterable<string>): Promise<void> {
    for (const part of parts) await this.#delete(part);
  }

  #claim(): ClaimRow {
    return { owner: this.#owner, until: Date.now() + LEASE, isDone: false };
  }

  #path(id: string): string {
    return `/${encodeURIComponent(this.#index)}/_doc/${encodeURIComponent(id)}`;
  }

  async #get<T>(id: string): Promise<Found<T> | undefined> {
    try {
      return await this.#cluster.request<Found<T>>({ method: 'GET', path: this.#path(id) });
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  }

  /** Writes a document if it has not changed since it was read. Resolves to false if it has. */
  async #put(id: string, body: object, found: Found<unknown> | undefined): Promise<boolean> {
    const query = found ? { if_seq_no: found._seq_no, if_primary_term: found._primary_term } : { op_type: 'create' };
    try {
      await this.#cluster.request({ method: 'PUT', path: this.#path(id), query, body });
      return true;
    } catch (error) {
      if (isStatus(error, 409)) return false;
      throw error;
    }
  }

  async #delete(id: string): Promise<void> {
    try {
      await this.#cluster.request({ method: 'DELETE', path: this.#path(id) });
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
    }
  }
}

/** Thrown if another process has taken over the work, because this one gave no sign of life for too long. */
export class ClaimLostError extends Error {}

/** A claim to a part of the work. */
export class Claim {
  readonly #store: StateStore;
  readonly #part: string;
  #renewed = performance.now();

  constructor(store: StateStore, part: string) {
    [this.#store, this.#part] = [store, part];
  }

  /** Gives a sign of life, if the last one was some time ago. */
  async keep(): Promise<void> {
    if (performance.now() - this.#renewed < RENEWAL) return;
    await this.#renew(false);
    this.#renewed = performance.now();
  }
  /** Marks the part as complete. */
  complete(): Promise<void> {
    return this.#renew(true);
  }
  release(): Promise<void> {
    return this.#store.release(this.#part);
  }

  async #renew(isDone: boolean): Promise<void> {
    if (!(await this.#store.renew(this.#part, isDone))) throw new ClaimLostError('Another process has taken over the work on this index.');
  }
}
