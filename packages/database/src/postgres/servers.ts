import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { BatchedRead } from '../batched-read.ts';
import { type EngineLoad, LAG_PATIENCE, type ServerLag } from '../engine.ts';
import { LOOK, ReplicaChoice } from '../replica-choice.ts';
import { CATCH_UP, ReplicaRouter } from '../replica-router.ts';
import type { RequestReads } from '../request-reads.ts';
import { type Lent, runOnServer } from '../server-statements.ts';
import { readErrors } from './connections.ts';

/** The connections of a wiki to one server. */
export interface Connections {
  lend(): Promise<Lent>;
  load(): EngineLoad;
  close(): Promise<void>;
}

interface PostgresServersOptions {
  /** Connections by name of the server. */
  readonly servers: ReadonlyMap<string, Connections>;
  /** Separate connections for checks. Empty without replicas. */
  readonly checks: ReadonlyMap<string, Connections>;
  readonly primary: string;
  readonly maxLag: number;
  readonly connections: number;
}

/** Milliseconds between two reads of the position of a replica. */
const PAUSE = 20;

/** A primary and its streaming replicas. All statements of a request use the same server, so that the request sees one state. */
export class PostgresServers {
  readonly #servers: ReadonlyMap<string, Connections>;
  /** Separate connections for checks, which must not wait for statements of requests. Empty without replicas. */
  readonly #checks: ReadonlyMap<string, Connections>;
  readonly #primary: string;
  readonly #maxLag: number;
  readonly #choice: ReplicaChoice;
  readonly #router: ReplicaRouter;
  readonly #position = new BatchedRead(() => this.#readPosition());
  readonly #watch: NodeJS.Timeout | undefined;
  #wasChecked = false;

  constructor({ servers, checks, primary, maxLag, connections }: PostgresServersOptions) {
    this.#servers = servers;
    this.#checks = checks;
    this.#primary = primary;
    this.#maxLag = maxLag;
    this.#choice = new ReplicaChoice({ replicas: this.#replicas(), primary, maxLag, connections });
    this.#router = new ReplicaRouter(this.#choice, primary, servers.size);
    if (servers.size > 1) this.#watch = setInterval(() => void this.checkLag(), LOOK).unref();
  }

  lend(reads?: RequestReads): Promise<Lent> {
    return this.#router.lend(reads, { lendFrom: name => this.#lendFrom(name), hasCaughtUp: name => this.#hasCaughtUp(name) });
  }

  /** Checks which replicas are fit: those with a known lag that is small enough. */
  async checkLag(): Promise<void> {
    const isFirst = !this.#wasChecked;
    const check = async (name: string): Promise<void> => {
      const lag = await this.#lagOf(name).then(
        ({ seconds = 0 }) => seconds,
        () => Number.POSITIVE_INFINITY,
      );
      this.#choice.checked(name, lag, lag <= this.#maxLag, isFirst);
    };
    await Promise.all(this.#replicas().map(check));
    this.#wasChecked = true;
  }

  async lags(): Promise<readonly ServerLag[]> {
    const results = await Promise.allSettled(Array.from(this.#servers.keys(), name => this.#lagOf(name)));
    return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  }

  load(): EngineLoad {
    const sum = { busy: 0, idle: 0, waiting: 0 };
    for (const server of this.#servers.values()) {
      const { busy, idle, waiting } = server.load();
      sum.busy += busy;
      sum.idle += idle;
      sum.waiting += waiting;
    }
    return sum;
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await Promise.all(Array.from([...this.#checks.values(), ...this.#servers.values()], server => server.close()));
  }

  #replicas(): string[] {
    return [...this.#servers.keys()].filter(name => name !== this.#primary);
  }

  async #lendFrom(name: string): Promise<Lent> {
    const end = this.#choice.begin(name);
    try {
      const { giveBack, discard, ...lent } = await (this.#servers.get(name) as Connections).lend();
      const counted = (settle: () => void) => () => {
        end();
        settle();
      };
      return { ...lent, giveBack: counted(giveBack), discard: counted(discard) };
    } catch (error) {
      end();
      throw error;
    }
  }

  async #hasCaughtUp(name: string): Promise<boolean> {
    const position = await this.#position.read();
    const until = performance.now() + CATCH_UP * 1000;
    for (;;) {
      const { rows } = await this.#run<{ reached: boolean | null }>(() => this.#lendFrom(name), REACHED, [position]);
      if (rows[0]?.reached === true) return true;
      if (performance.now() > until) return false;
      await sleep(PAUSE);
    }
  }

  async #readPosition(): Promise<string> {
    const { rows } = await this.#run<{ position: string }>(
      () => this.#lendForCheck(this.#primary),
      'select pg_current_wal_lsn()::text as position',
    );
    return rows[0]?.position as string;
  }

  /** Returns the lag of a replica. It is 0 if the replica receives WAL and has replayed all of it, even if the last change is old. */
  async #lagOf(name: string): Promise<ServerLag> {
    const lend = () => this.#lendForCheck(name);
    const { rows } = await this.#run<{ host: string | null; copies: boolean; seconds: number | null }>(lend, LAG);
    const { host = null, copies = false, seconds = null } = rows[0] ?? {};
    return { host: host ?? '', seconds: copies ? (seconds ?? Number.POSITIVE_INFINITY) : undefined };
  }

  #lendForCheck(name: string): Promise<Lent> {
    return (this.#checks.get(name) ?? (this.#servers.get(name) as Connections)).lend();
  }

  #run<Row>(lend: () => Promise<Lent>, sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return runOnServer<Row>(lend, { sql, parameters }, { deadline: performance.now() + LAG_PATIENCE }, readErrors);
  }
}

const REACHED = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached';

const LAG = `select host(inet_server_addr()) as host, pg_is_in_recovery() as copies,
  case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select from pg_stat_wal_receiver) then 0
  else extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 end as seconds`;
