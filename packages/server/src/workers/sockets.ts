import type { Worker } from 'node:cluster';
import { createServer, type Server, type Socket } from 'node:net';
import { bind } from '../http/bind.ts';

/** A message that brings a connection, and the one that tells that it arrived. */
export const CONNECTION = 'wikiquery-connection';
export const ARRIVED = 'wikiquery-arrived';

/** Connections that wait for a process, at most. */
const MOST_WAITING = 1000;
/** Milliseconds that one waits. */
const PATIENCE = 30_000;

interface Waiting {
  readonly socket: Socket;
  readonly since: number;
}

/**
 * Takes the connections of a port and gives them to processes, to one after the other. A process gets the next one when it has told that the one
 * before arrived; one that a process ended with or that it never took goes to another. While there is no process, they wait.
 */
export class Sockets {
  readonly #server: Server;
  readonly #free: Worker[] = [];
  readonly #given = new Map<Worker, Socket>();
  #waiting: Waiting[] = [];
  readonly #sweep: NodeJS.Timeout;

  constructor() {
    // Nothing of them is read here.
    this.#server = createServer({ pauseOnConnect: true, noDelay: true }, socket => this.#take(socket));
    this.#sweep = setInterval(() => this.#dropOld(), 1000).unref();
  }

  /** Rejects with a StartError when the address is not to be had. Gives the port. */
  listen(host: string, port: number): Promise<number> {
    return bind(this.#server, host, port);
  }
  close(): void {
    clearInterval(this.#sweep);
    this.#server.close();
    for (const { socket } of this.#waiting) socket.destroy();
    this.#waiting = [];
  }

  /** From now on the process gets connections. */
  add(worker: Worker): void {
    if (this.#given.has(worker) || this.#free.includes(worker)) return;
    this.#free.push(worker);
    this.#give();
  }
  /** The process gets no more; it may still take what it was given. */
  pause(worker: Worker): void {
    const at = this.#free.indexOf(worker);
    if (at >= 0) this.#free.splice(at, 1);
  }
  /** The process has ended; what it did not take goes to others. */
  remove(worker: Worker): void {
    this.pause(worker);
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

  #take(socket: Socket): void {
    socket.on('error', () => {});
    if (this.#waiting.length >= MOST_WAITING) socket.destroy();
    else this.#waiting.push({ socket, since: performance.now() });
    this.#give();
  }
  #give(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0) {
      const { socket } = this.#waiting.shift()!;
      if (socket.destroyed) continue;
      const worker = this.#free.shift()!;
      this.#given.set(worker, socket);
      worker.send(CONNECTION, socket, { keepOpen: true }, error => {
        // It ends, which is told as well.
        if (error) this.remove(worker);
      });
    }
  }
  #dropOld(): void {
    const oldest = performance.now() - PATIENCE;
    for (const { socket, since } of this.#waiting) if (since < oldest) socket.destroy();
    this.#waiting = this.#waiting.filter(({ since }) => since >= oldest);
  }
}
