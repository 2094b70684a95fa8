import { SILENCE } from './connection.ts';

/** The message that each server sends every second. */
export interface Heartbeat {
  /** Number of processes that serve requests. */
  readonly processes: number;
  /** Number of messages with revoked sessions that the server has sent. */
  readonly revocations: number;
}

interface Known extends Heartbeat {
  at: number;
  revocations: number;
}

/** The other servers that use the store, by their ids. */
export class OtherServers {
  readonly #known = new Map<string, Known>();
  readonly #now: () => number;

  /** `now`: monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Records a heartbeat. Returns false if a message with revoked sessions of this server was lost. */
  heard(id: string, heartbeat: Heartbeat): boolean {
    const known = this.#known.get(id);
    this.#known.set(id, { ...heartbeat, at: this.#now() });
    return known === undefined || known.revocations === heartbeat.revocations;
  }
  /** Counts a message with revoked sessions. */
  countRevocation(id: string): void {
    const known = this.#known.get(id);
    if (known) known.revocations += 1;
  }
  /** Returns the number of processes of the other servers. Forgets servers without a heartbeat. */
  processes(): number {
    const oldest = this.#now() - SILENCE;
    for (const [id, { at }] of this.#known) if (at < oldest) this.#known.delete(id);
    return [...this.#known.values()].reduce((sum, { processes }) => sum + processes, 0);
  }
}
