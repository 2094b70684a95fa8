import type { Worker } from 'node:cluster';
import { createServer, type Server, type Socket } from 'node:net';
import { bindGiven, type ListenAddress } from '@wikiquery/server/extend';

/** A message that brings a connection, and the one that tells that it arrived. */
export const CONNECTION = 'wikiquery-connection';
export const ARRIVED = 'wikiquery-arrived';
/** A message that asks whether a process is awake, and its answer. */
export const WAKE = 'wikiquery-wake';
export const AWAKE = 'wikiquery-awake';

/** Connections that wait for a process, at most. */
const MOST_WAITING = 1000;
/** Milliseconds that one waits. */
const PATIENCE = 30_000;
/** Milliseconds after a sign of life during which a process is surely awake. */
const FRESH = 5;

interface Waiting {
  readonly socket: Socket;
  readonly since: number;
}

/**
 * Takes the connections of a port and gives them to processes, to one after the other. A process gets the next one when it has told that the one
 * before arrived, and that it is awake: one that has just been stopped gets none. One that a process ended with or that it never took goes to
 * another. While there is no process, they wait.
 */
export class Sockets {
  readonly #server: Server;
  /** Processes that may be given one, and when they last showed that they are awake; the next in turn first. */
  readonly #free = new Map<Worker, number>();
  readonly #asked = new Set<Worker>();
  readonly #given = new Map<Worker, Socket>();
  #waiting: Waiting[] = [];
  readonly #sweep: NodeJS.Timeout;

  constructor() {
    // Nothing of them is read here.
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, socket => this.#take(socket));
    this.#sweep = setInterval(() => this.#dropOld(), 1000).unref();
  }

  /** Rejects with a StartError when the place is not to be had. */
  listen(place: ListenAddress): Promise<ListenAddress> {
    return bindGiven(this.#server, place);
  }
  close(): void {
    clearInterval(this.#sweep);
    this.#server.close();
    for (const { socket } of this.#waiting) socket.destroy();
    this.#waiting = [];
  }

  /** From now on the process gets connections; it has just shown that it is awake. */
  add(worker: Worker): void {
    if (this.#given.has(worker)) return;
    this.#asked.delete(worker);
    // One that waits in the row keeps its place.
    this.#free.set(worker, performance.now());
    this.#give();
  }
  /** The process gets no more; it may still take what it was given. */
  pause(worker: Worker): void {
    this.#free.delete(worker);
  }
  /** The process has ended; what it did not take goes to others. */
  remove(worker: Worker): void {
    this.pause(worker);
    this.#asked.delete(worker);
    const socket = this.#given.get(worker);
    this.#given.delete(worker);
    if (socket) this.#take(socket);
  }
  /** The process has what it was given; `goesOn`: it gets the next. */
  arrived(worker: Worker, goesOn: boolean): void {
    const socket = this.#given.get(worker);
    if (!socket) return;
    this.#given.delete(worker);
    // Closes what this process has of it, not the connection.
    socket.destroy();
    if (goesOn) this.add(worker);
  }
  /** The process has answered that it is awake. */
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
      // All are asked: the first to answer gets it.
      if (now - seen > FRESH) this.#ask(worker);
      else if (this.#giveTo(worker)) return;
    }
  }
  #ask(worker: Worker): void {
    if (this.#asked.has(worker)) return;
    this.#asked.add(worker);
    worker.send(WAKE, undefined, undefined, error => error && this.remove(worker));
  }
  /** True when nothing waits any more. */
  #giveTo(worker: Worker): boolean {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { socket } = next;
      if (socket.destroyed) continue;
      this.#free.delete(worker);
      this.#given.set(worker, socket);
      worker.send(CONNECTION, socket, { keepOpen: true }, error => {
        // It ends, which is told as well.
        if (error) this.remove(worker);
      });
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
