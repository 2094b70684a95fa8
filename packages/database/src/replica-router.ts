import { DatabaseUnavailableError } from './errors.ts';
import type { ReplicaChoice } from './replica-choice.ts';
import { RequestReads } from './request-reads.ts';
import type { Lent } from './server-statements.ts';

/** Access to the servers by name. */
export interface RoutedServers {
  lendFrom(name: string): Promise<Lent>;
  /** Whether a replica has all changes that are committed on the primary. May wait for them for a moment. */
  hasCaughtUp(name: string): Promise<boolean>;
}

/** Maximum seconds that a request waits for its replica to receive the latest changes. */
export const CATCH_UP = 0.3;

/** Work of this process outside of requests. Like a client, it keeps to one replica. */
const BACKGROUND = new RequestReads({ client: `process ${crypto.randomUUID()}` });

/** Sends all statements of a request to the same server, so that the request sees one state. Uses another server if this one fails. */
export class ReplicaRouter {
  readonly #choice: ReplicaChoice;
  readonly #primary: string;
  /** Number of servers. */
  readonly #count: number;
  readonly #chosen = new WeakMap<RequestReads, string | Promise<string>>();

  constructor(choice: ReplicaChoice, primary: string, count: number) {
    this.#choice = choice;
    this.#primary = primary;
    this.#count = count;
  }

  /** Lends a connection to the server of a request. Without `reads`, the connection is for work of this process outside of requests. */
  async lend(reads: RequestReads | undefined, servers: RoutedServers): Promise<Lent> {
    const tried = new Set<string>();
    for (;;) {
      const chosen = this.#serverFor(reads, tried, servers);
      // Without an event-loop tick, so that the next request counts this statement.
      const name = typeof chosen === 'string' ? chosen : await chosen;
      try {
        return await servers.lendFrom(name);
      } catch (error) {
        // Tries all servers, because the others may only have reported their lag too slowly.
        tried.add(name);
        if (error instanceof DatabaseUnavailableError || tried.size >= this.#count) throw error;
      }
    }
  }

  /** Returns the server of a request. Chooses it at the first statement, and again if the server has failed. */
  #serverFor(reads: RequestReads | undefined, tried: ReadonlySet<string>, servers: RoutedServers): string | Promise<string> {
    if (this.#count === 1) return this.#primary;
    if (!reads) return this.#choose(BACKGROUND, tried, servers);
    const known = tried.size === 0 ? this.#chosen.get(reads) : undefined;
    if (known) return known;
    const chosen = this.#choose(reads, tried, servers);
    this.#chosen.set(reads, chosen);
    return chosen;
  }

  /** Chooses the primary if the replica may lack changes that the client has seen or made, and does not receive them in time. */
  #choose(reads: RequestReads, tried: ReadonlySet<string>, servers: RoutedServers): string | Promise<string> {
    const { server, isSettled } = this.#choice.place(reads.client, tried);
    const mustCatchUp = server !== this.#primary && !tried.has(this.#primary) && (reads.isRecent || !isSettled);
    if (!mustCatchUp) return this.#place(reads, server, false);
    return this.#hasCaughtUp(server, servers).then(has => this.#place(reads, has ? server : this.#primary, has));
  }

  #place(reads: RequestReads, server: string, hasCaughtUp: boolean): string {
    this.#choice.placed(reads.client, server, hasCaughtUp);
    const lag = hasCaughtUp ? 0 : this.#choice.lagOf(server);
    reads.lag = Number.isFinite(lag) ? lag : 0;
    return server;
  }

  async #hasCaughtUp(name: string, servers: RoutedServers): Promise<boolean> {
    if (this.#choice.lagOf(name) >= 1) return false;
    return servers.hasCaughtUp(name).catch(() => false);
  }
}
