import { hash } from 'node:crypto';

interface Replica {
  readonly name: string;
  isFit: boolean;
  /** Seconds; infinite if unknown. */
  lag: number;
  /** Time at which the replica last became fit or unfit, in milliseconds of `performance.now()`. */
  changedAt: number;
  /** Statements that this process runs on the replica, or that wait for a connection to it. */
  running: number;
}

/** The server for a request. */
export interface ServerPlacement {
  readonly server: string;
  /** Whether the client cannot have seen newer data than the server has. */
  readonly isSettled: boolean;
}

interface ReplicaChoiceOptions {
  /** Names of the replicas. */
  readonly replicas: readonly string[];
  readonly primary: string;
  /** Maximum lag of a fit replica, in seconds. */
  readonly maxLag: number;
  /** Maximum connections to each server. */
  readonly connections: number;
}

/** Milliseconds between two checks of a replica. */
export const LOOK = 1000;

/** Maximum number of clients whose reads from other servers are remembered. */
const MOST_CLIENTS = 20_000;

/** Hash key of this process, so that idle processes use different replicas. */
const PROCESS = crypto.randomUUID();

/**
 * Chooses a replica for each request. A client keeps to the replica with the highest hash of the client and the name of the replica, on
 * all servers with the same settings (rendezvous hashing). Therefore, a client never reads older data after newer data.
 */
export class ReplicaChoice {
  readonly #options: ReplicaChoiceOptions;
  readonly #replicas: readonly Replica[];
  /** Milliseconds after which each fit replica has the data that another server had before. */
  readonly #window: number;
  /** Clients that read from another server than their replica, and the time until which this matters. */
  readonly #elsewhere = new Map<string, number>();

  constructor(options: ReplicaChoiceOptions) {
    this.#options = options;
    this.#window = options.maxLag * 1000 + 2 * LOOK;
    this.#replicas = options.replicas.map(name => ({
      name,
      isFit: true,
      lag: 0,
      changedAt: Number.NEGATIVE_INFINITY,
      running: 0,
    }));
  }

  /** Chooses the server of a request. `tried`: servers that failed during this request. */
  place(client: string | undefined, tried: ReadonlySet<string>): ServerPlacement {
    const usable = this.#replicas.filter(({ name, isFit }) => isFit && !tried.has(name));
    if (usable.length === 0) {
      const { primary } = this.#options;
      const last = tried.has(primary) ? this.#replicas.find(({ name }) => !tried.has(name)) : undefined;
      return { server: last?.name ?? primary, isSettled: true };
    }
    if (client === undefined) return { server: leastBusy(usable).name, isSettled: true };
    const own = byScore(client, usable)[0] as Replica;
    const server = this.#isOverloaded(own) ? leastBusy(usable) : own;
    return { server: server.name, isSettled: server === own && tried.size === 0 && !this.#mayHaveSeenNewer(client, own) };
  }

  /** Records where a request reads. `hasCaughtUp`: whether the server has all changes that were committed before. */
  placed(client: string | undefined, server: string, hasCaughtUp: boolean): void {
    if (client === undefined) return;
    const own = byScore(
      client,
      this.#replicas.filter(({ isFit }) => isFit),
    )[0]?.name;
    if (own === undefined || (own === server && !hasCaughtUp)) return;
    this.#elsewhere.delete(client);
    if (own === server) return;
    this.#elsewhere.set(client, performance.now() + this.#window);
    if (this.#elsewhere.size > MOST_CLIENTS) for (const oldest of this.#elsewhere.keys()) return void this.#elsewhere.delete(oldest);
  }

  /** Records the result of a check. `lag`: seconds, infinite if unknown. `isFirst`: whether the server was never checked before. */
  checked(name: string, lag: number, isFit: boolean, isFirst: boolean): void {
    const replica = this.#find(name);
    if (!replica) return;
    if (replica.isFit !== isFit && !isFirst) replica.changedAt = performance.now();
    replica.isFit = isFit;
    replica.lag = lag;
  }

  /** Returns the lag of a server at its last check, in seconds; 0 for the primary. */
  lagOf(name: string): number {
    return this.#find(name)?.lag ?? 0;
  }

  /** Counts a statement. Returns a function that ends it. */
  begin(name: string): () => void {
    const replica = this.#find(name);
    if (!replica) return () => {};
    replica.running += 1;
    return () => {
      replica.running -= 1;
    };
  }

  #find(name: string): Replica | undefined {
    return this.#replicas.find(each => each.name === name);
  }

  /** Whether a statement would wait for two others, while another replica is idle. */
  #isOverloaded({ running }: Replica): boolean {
    const { connections } = this.#options;
    return running >= 2 * connections && this.#replicas.some(each => each.isFit && each.running < connections);
  }

  /** Whether the client recently read from another server, or its replica was another one before a replica failed or recovered. */
  #mayHaveSeenNewer(client: string, own: Replica): boolean {
    const now = performance.now();
    const until = this.#elsewhere.get(client);
    if (until !== undefined && until > now) return true;
    const ranked = byScore(client, this.#replicas);
    return ranked.slice(0, ranked.indexOf(own) + 1).some(({ changedAt }) => changedAt + this.#window > now);
  }
}

const leastBusy = (replicas: readonly Replica[]): Replica =>
  byScore(PROCESS, replicas).reduce((least, each) => (each.running < least.running ? each : least));

function byScore(client: string, replicas: readonly Replica[]): readonly Replica[] {
  if (replicas.length < 2) return replicas;
  const scored = replicas.map(replica => ({ replica, score: hash('sha1', `${replica.name} ${client}`) }));
  return scored.toSorted((a, b) => (a.score < b.score ? 1 : -1)).map(({ replica }) => replica);
}
