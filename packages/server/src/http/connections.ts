import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rateLimitKey } from '@wikiquery/core/host';
import type { Settings } from '../config/settings.ts';
import { readAddress, sharedAddresses } from './client.ts';

/** Milliseconds between two closings of idle connections while the server stops. */
const SWEEP = 20;

/** Minimum milliseconds between two closings of all idle connections that make room for new ones. */
const PAUSE = 1000;

/** Maximum number of pipelined requests that wait on one connection. */
const MOST_PIPELINED = 100;

/** Limits and closes the connections of a server. */
export class HttpConnections {
  readonly #server: Server;
  readonly #all = new Set<Socket>();
  /** Connections without a complete request, the oldest first. Node does not count them as idle. */
  readonly #silent = new Set<Socket>();
  /** Number of connections by rate-limit key. */
  readonly #counts = new Map<string, number>();
  readonly #pipelined = new WeakMap<Socket, number>();
  readonly #most: number;
  readonly #mostOfKey: number;
  readonly #isShared: (address: string) => boolean;
  #madeRoomAt = Number.NEGATIVE_INFINITY;
  #noneLeft: (() => void) | undefined;

  constructor(server: Server, { clients, clientsPerAddress, trustProxy }: Pick<Settings, 'clients' | 'clientsPerAddress' | 'trustProxy'>) {
    this.#server = server;
    this.#most = clients;
    this.#mostOfKey = clientsPerAddress;
    this.#isShared = sharedAddresses(trustProxy);
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /** Records that the headers of a request have arrived. */
  heard(request: IncomingMessage, response: ServerResponse): void {
    const { socket, headers } = request;
    this.#silent.delete(socket);
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    response.once('finish', () => {
      if (!request.complete && !socket.destroyed) this.#silent.add(socket);
    });
  }

  /** Handles a request after the earlier ones on its connection, so that a pipelining client has one running request at a time. */
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
    const key = rateLimitKey(address);
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#mostOfKey && !this.#isShared(address)) return void socket.destroy();
    if (this.#all.size >= this.#most && !this.#makeRoom()) return void socket.destroy();
    this.#all.add(socket);
    this.#silent.add(socket);
    this.#counts.set(key, count + 1);
    socket.once('close', () => {
      this.#forget(socket);
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    });
  }
  #forget(socket: Socket): void {
    this.#all.delete(socket);
    this.#silent.delete(socket);
    if (this.#all.size === 0) this.#noneLeft?.();
  }

  /** Closes connections whose clients do not await a response. Returns whether there is room for a new connection. */
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

  /** Closes each connection after its next response, so that a load balancer uses other servers. */
  drain(): void {
    this.#server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }

  /** Closes idle connections at once, others after their next response, and all after `grace` milliseconds. */
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

/** Whether the client reset the connection before it was accepted, so that its address is lost. A Unix socket lacks both addresses. */
const isGone = ({ remoteAddress, localAddress }: Socket): boolean => remoteAddress === undefined && localAddress !== undefined;
