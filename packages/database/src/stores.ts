import type { Kysely } from 'kysely';
import { type ConnectOptions, connect } from './connect.ts';
import type { StatementLimits } from './engine.ts';
import { viewsOf } from './executor.ts';
import { newestLayout } from './layout/layout.ts';
import { RequestReads } from './request-reads.ts';
import { SideDatabase } from './side-database.ts';
import type { Database } from './tables.ts';
import type { StoreView, TextStore } from './text-storage.ts';

/** A cluster of external storage (`$wgExternalServers`). */
export interface StoreOptions {
  /** Address of the database. */
  readonly database: string;
  /** Addresses of replicas, preferred to the primary. */
  readonly replicas?: readonly string[];
  readonly tablePrefix?: string;
  /** Name of the table, including the prefix. Default: `blobs` with the prefix. */
  readonly table?: string;
}

export type StoreFailure = (name: string, error: unknown) => void;

export class Stores {
  readonly #stores: ReadonlyMap<string, Store>;

  constructor(all: Readonly<Record<string, StoreOptions>>, options: ConnectOptions, failed: StoreFailure) {
    this.#stores = new Map(
      Object.entries(all).map(([name, store]) => [name, new Store(store, options, error => failed(name, error))] as const),
    );
  }

  get(name: string): TextStore | undefined {
    return this.#stores.get(name);
  }
  async examine(limits: StatementLimits): Promise<ReadonlyMap<string, string | undefined>> {
    const results = Array.from(this.#stores, async ([name, store]) => [name, await store.examine(limits)] as const);
    return new Map(await Promise.all(results));
  }
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#stores.values(), store => store.close()));
  }
}

class Store implements TextStore {
  readonly hasReplicas: boolean;
  readonly #table: StoreView['table'];
  readonly #database: SideDatabase;

  constructor(
    { database, replicas = [], tablePrefix = '', table = 'blobs' }: StoreOptions,
    options: ConnectOptions,
    failed: (error: unknown) => void,
  ) {
    this.hasReplicas = replicas.length > 0;
    this.#table = table as 'blobs';
    this.#database = new SideDatabase(async () => {
      const engine = await connect(database, { ...options, replicas, prefix: tablePrefix });
      return { forRequest: viewsOf(engine, newestLayout), examine: engine.examine, close: () => engine.close() };
    }, failed);
  }

  /** Uses the least busy replica, because stored texts never change. */
  query<T>(limits: StatementLimits, work: (view: StoreView) => Promise<T>, isRecent = false): Promise<T | undefined> {
    return this.#database.query({ ...limits, reads: new RequestReads({ isRecent }) }, db => work(this.#view(db)));
  }
  examine(limits: StatementLimits): Promise<string | undefined> {
    return this.#database.examine(limits, db => this.#view(db).db.selectFrom(this.#table).select('blob_id').limit(1).execute());
  }
  close(): Promise<void> {
    return this.#database.close();
  }

  #view = (db: Kysely<Database>): StoreView => ({ db: db as unknown as StoreView['db'], table: this.#table });
}
