import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rateLimitKey } from '@wikiquery/core/host';
import type { Settings } from '../config/settings.ts';
import { readAddress, sharedAddresses } from './client.ts';

/** Milliseconds between two looks for connections that have become idle. */
const SWEEP = 20;

/** Milliseconds between two times that all idle connections are closed to make room. */
const PAUSE = 1000;

/** Most pipelined requests that wait on one connection. */
const MOST_PIPELINED = 100;

/** The connections of a server: how many there may be, and how they end. */
export class HttpConnections {
  readonly #server: Server;
  readonly #all = new Set<Socket>();
  /**
   * Connections whose clients do not wait for a response, the oldest first: the request is incomplete, or the response was sent before the body ended. Node does not
   * count these connections as idle.
   */
  readonly #silent = new Set<Socket>();
  /** Number of connections by address; an IPv6 /64 counts as one address. */
  readonly #ofCustomer = new Map<string, number>();
  readonly #pipelined = new WeakMap<Socket, number>();
  readonly #most: number;
  readonly #mostOfCustomer: number;
  readonly #isShared: (address: string) => boolean;
  #madeRoomAt = Number.NEGATIVE_INFINITY;
  #noneLeft: (() => void) | undefined;

  constructor(server: Server, { clients, clientsPerAddress, trustProxy }: Pick<Settings, 'clients' | 'clientsPerAddress' | 'trustProxy'>) {
    this.#server = server;
    this.#most = clients;
    this.#mostOfCustomer = clientsPerAddress;
    this.#isShared = sharedAddresses(trustProxy);
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** Records that a request has arrived. */
  heard(request: IncomingMessage, response: ServerResponse): void {
    const { socket, headers } = request;
    this.#silent.delete(socket);
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    response.once('finish', () => {
      if (!request.complete && !socket.destroyed) this.#silent.add(socket);
    });
  }

  /** Responds to a request after all earlier requests on its connection, so that a pipelining client has one request at a time. */
  answer(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    if (response.socket) {
      answer(request, response);
      return;
    }
    const { socket } = request;
    const waiting = (this.#pipelined.get(socket) ?? 0) + 1;
    if (waiting > MOST_PIPELINED) return void socket.destroy();
    this.#pipelined.set(socket, waiting);
    response.once('socket', () => {
      this.#pipelined.set(socket, (this.#pipelined.get(socket) ?? 1) - 1);
      answer(request, response);
    });
  }

  #add(socket: Socket): void {
    if (isGone(socket)) return void socket.destroy();
    const address = readAddress(socket.remoteAddress ?? '') ?? '';
    const customer = rateLimitKey(address);
    const ofCustomer = this.#ofCustomer.get(customer) ?? 0;
    if (ofCustomer >= this.#mostOfCustomer && !this.#isShared(address)) return void socket.destroy();
    if (this.#all.size >= this.#most && !this.#makeRoom()) return void socket.destroy();
    this.#all.add(socket);
    this.#silent.add(socket);
    this.#ofCustomer.set(customer, ofCustomer + 1);
    socket.once('close', () => {
      this.#forget(socket);
      const left = (this.#ofCustomer.get(customer) ?? 0) - 1;
      if (left > 0) this.#ofCustomer.set(customer, left);
      else this.#ofCustomer.delete(customer);
    });
  }
  #forget(socket: Socket): void {
    this.#all.delete(socket);
    this.#silent.delete(socket);
    if (this.#all.size === 0) this.#noneLeft?.();
  }

  /** Closes connections that wait for no answer; false when there is none. */
  #makeRoom(): boolean {
    const [oldest] = this.#silent;
    oldest?.destroy();
    const now = performance.now();
    if (!oldest && now - this.#madeRoomAt > PAUSE) {
      this.#madeRoomAt = now;
      this.#server.closeIdleConnections();
    }
    for (const socket of oldest ? [oldest] : this.#all) if (socket.destroyed) this.#forget(socket);
    return this.#all.size < this.#most;
  }

  /** From now on every answer ends its connection, so that whoever stands before this server asks another one. */
  drain(): void {
    this.#server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }

  /** Closes each as soon as it answers no request, and all after so many milliseconds. */
  async close(grace: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#noneLeft = resolve;
    if (this.#all.size === 0) resolve();
    for (const socket of this.#silent) socket.destroySoon();
    this.drain();
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP);
    const impatience = setTimeout(() => {
      for (const socket of this.#all) socket.destroy();
    }, grace);
    await promise;
    clearInterval(sweep);
    clearTimeout(impatience);
  }
}

/**
 * Whether a client reset its connection before it was accepted. Its data could still be read, but its address is lost. A Unix
 * socket never has addresses.
 */
const isGone = ({ remoteAddress, localAddress }: Socket): boolean => remoteAddress === undefined && localAddress !== undefined;
