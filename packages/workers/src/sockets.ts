import type { Worker } from 'node:cluster';
import { createServer, type Server, type Socket } from 'node:net';
import { bindGiven, type ListenAddress } from '@wikiquery/server/extend';

/** Message with a connection, and its acknowledgement. */
export const CONNECTION = 'wikiquery-connection';
export const ARRIVED = 'wikiquery-arrived';
/** Message that checks whether a worker is responsive, and its response. */
export const WAKE = 'wikiquery-wake';
export const AWAKE = 'wikiquery-awake';

/** Maximum number of waiting connections. */
const MOST_WAITING = 1000;
/** Milliseconds after which a waiting connection is closed. */
const PATIENCE = 30_000;
/** Time after a message during which a worker counts as responsive, in milliseconds. */
const FRESH = 5;

interface Waiting {
  readonly socket: Socket;
  readonly since: number;
}

/**
 * Accepts connections and hands them to worker processes in turn. A worker gets a connection only after it has acknowledged the previous
 * connection and is known to be responsive. If a worker ends before it takes its connection, another worker gets the connection. Without
 * workers, connections wait.
 */
export class Sockets {
  readonly #server: Server;
  /** Available workers with the time of their last message, in the order of their turns. */
  readonly #free = new Map<Worker, number>();
  /** Workers that have not yet responded to the check whether they are responsive. */
  readonly #asked = new Set<Worker>();
  /** Connections that were sent but not acknowledged. */
  readonly #sent = new Map<Worker, Socket>();
  #waiting: Waiting[] = [];
  readonly #sweep: NodeJS.Timeout;

  constructor() {
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, socket => this.#take(socket));
    this.#sweep = setInterval(() => this.#dropOld(), 1000).unref();
  }

  /** Listens on an address. Rejects with a StartError if it is not available. */
  listen(place: ListenAddress): Promise<ListenAddress> {
    return bindGiven(this.#server, place);
  }
  close(): void {
    clearInterval(this.#sweep);
    this.#server.close();
    for (const { socket } of this.#waiting) socket.destroy();
    this.#waiting = [];
  }

  /** Marks a worker as available and responsive. */
  add(worker: Worker): void {
    if (this.#sent.has(worker)) return;
    this.#asked.delete(worker);
    // An available worker keeps its turn.
    this.#free.set(worker, performance.now());
    this.#give();
  }
  /** Stops sending connections to a worker. */
  pause(worker: Worker): void {
    this.#free.delete(worker);
  }
  /** Removes a worker that has ended. Another worker gets its unacknowledged connection. */
  remove(worker: Worker): void {
    this.pause(worker);
    this.#asked.delete(worker);
    const socket = this.#sent.get(worker);
    this.#sent.delete(worker);
    if (socket) this.#take(socket);
  }
  /** Records that a worker acknowledged its connection. `isFree`: whether the worker may get another connection. */
  arrived(worker: Worker, isFree: boolean): void {
    const socket = this.#sent.get(worker);
    if (!socket) return;
    this.#sent.delete(worker);
    // Closes the handle of this process, not the connection.
    socket.destroy();
    if (isFree) this.add(worker);
  }
  awake(worker: Worker): void {
    if (this.#free.has(worker)) this.add(worker);
  }

  #take(socket: Socket): void {
    socket.on('error', () => {});
    if (this.#waiting.length >= MOST_WAITING) socket.destroy();
    else this.#waiting.push({ socket, since: performance.now() });
    this.#give();
  }
  #give(): void {
    if (this.#waiting.length === 0) return;
    const now = performance.now();
    for (const [worker, seen] of this.#free) {
      // The first worker to respond gets the connection.
      if (now - seen > FRESH) this.#ask(worker);
      else if (this.#giveTo(worker)) return;
    }
  }
  #ask(worker: Worker): void {
    if (this.#asked.has(worker)) return;
    this.#asked.add(worker);
    worker.send(WAKE, undefined, undefined, error => error && this.remove(worker));
  }
  /** Sends the next waiting connection to a worker. Returns true if no connection is left. */
  #giveTo(worker: Worker): boolean {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { socket } = next;
      if (socket.destroyed) continue;
      this.#free.delete(worker);
      this.#sent.set(worker, socket);
      worker.send(CONNECTION, socket, { keepOpen: true }, error => error && this.remove(worker));
      return this.#waiting.length === 0;
    }
    return true;
  }
  #dropOld(): void {
    const oldest = performance.now() - PATIENCE;
    for (const { socket, since } of this.#waiting) if (since < oldest) socket.destroy();
    this.#waiting = this.#waiting.filter(({ since }) => since >= oldest);
  }
}
