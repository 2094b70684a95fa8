import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ApiResponse } from '@wikiquery/engine';
import type { Assembled } from '../assemble.ts';
import { Keeper } from '../keeper.ts';
import { StartError } from '../problems.ts';
import type { Settings } from '../settings.ts';
import { createListener } from './app.ts';
import { jsonError } from './json-error.ts';

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  /** Takes no more requests, lets those that run finish within the setting `grace`, and closes the database. */
  stop(): Promise<void>;
}

type ListenSettings = Pick<Settings, 'host' | 'port' | 'grace' | 'trustProxy' | 'bodyLimit'>;

/** Serves over HTTP. Rejects with a StartError when the address is not to be had. */
export async function listen(assembled: Assembled, settings: ListenSettings): Promise<RunningServer> {
  const { host, port, grace } = settings;
  let listener = createListener(assembled, settings);
  const server = createServer(
    { maxHeaderSize: MOST_HEADERS, keepAliveTimeout: IDLE, requestTimeout: UPLOAD },
    (request: IncomingMessage, response: ServerResponse) => listener(request, response),
  );
  const connections = new Connections(server);
  server.on('clientError', refuse);
  await bind(server, host, port);
  const keeper = new Keeper(assembled, next => {
    listener = createListener(next, settings);
  });
  const address = server.address() as AddressInfo;
  return {
    origin: `http://${isAnyHost(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async stop() {
      keeper.current.health.stop();
      const kept = keeper.stop();
      const closed = new Promise(resolve => server.close(resolve));
      connections.closeWhenIdle();
      const impatience = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(impatience);
      await kept;
      await keeper.current.close();
    },
  };
}

/** The connections of a server, and how they end. Node closes none that never had a request, so a single silent client would hold up the end. */
class Connections {
  readonly #server: Server;
  readonly #silent = new Set<Socket>();

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      this.#silent.add(socket);
      socket.once('close', () => this.#silent.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage) => this.#silent.delete(socket));
  }

  /** Closes each as soon as it answers no request. */
  closeWhenIdle(): void {
    for (const socket of this.#silent) socket.destroySoon();
    this.#server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const sweep = setInterval(() => this.#server.closeIdleConnections(), SWEEP);
    this.#server.once('close', () => clearInterval(sweep));
  }
}

/** Milliseconds between two looks for connections that have become idle. */
const SWEEP = 20;

/** Bytes of a request's headers, its URL included: lists of titles are long. */
const MOST_HEADERS = 64 * 1024;
/** Milliseconds that a connection is kept for the next request: longer than proxies do, so that they are the ones to close it. */
const IDLE = 75_000;
/** Milliseconds for a request to arrive. */
const UPLOAD = 120_000;

/** What is no HTTP, or more than is read: Node would answer with the bare status. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refusals[error.code ?? ''] ?? jsonError(400, 'badrequest', 'This is not a request of HTTP.');
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

const refusals: Readonly<Record<string, ApiResponse>> = {
  HPE_INVALID_URL: jsonError(400, 'badurl', 'The URL has characters beyond ASCII. Percent-encode them (curl -G --data-urlencode).'),
  HPE_HEADER_OVERFLOW: jsonError(431, 'urltoolong', 'The URL or the headers are too long. Send the parameters in the body of a POST.'),
  ERR_HTTP_REQUEST_TIMEOUT: jsonError(408, 'requestincomplete', 'The request did not arrive in time.'),
};

function bind(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError([refusal(error, host, port)])));
  server.listen(port, host, () => resolve());
  return promise;
}

function refusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Choose another with --port, or stop what uses it.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one from 1024 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine. Choose another with --host.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}

const isAnyHost = (host: string): boolean => host === '0.0.0.0' || host === '::';
