import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { shortenTicks } from '@wikiquery/core/host';
import type { Settings } from '../config/settings.ts';
import { DatabaseFileWatcher } from '../lifecycle/database-file-watcher.ts';
import type { ProcessGroup } from '../lifecycle/process-group.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { bindGiven, type ListenAddress, originOf, placeOf } from './bind.ts';
import { HttpConnections } from './connections.ts';
import { jsonError } from './json-error.ts';
import { createListener } from './listener.ts';
import { createServer, STATUS_CODES } from './node-http.ts';
import { listenForOperators, type Operated } from './operators.ts';
import { invalidMethod } from './routes.ts';
import { send } from './send.ts';
import { YieldingRequest } from './yielding-request.ts';

type ListenSettings = Pick<
  Settings,
  | 'host'
  | 'port'
  | 'admin'
  | 'requestLog'
  | 'grace'
  | 'trustProxy'
  | 'bodyLimit'
  | 'deadline'
  | 'headersTimeout'
  | 'requestTimeout'
  | 'idleTimeout'
  | 'clients'
  | 'clientsPerAddress'
>;

/** Serves one wiki over HTTP. `group`: passes connections to this process. Rejects with a StartError if the address is unavailable. */
export async function listen(
  assembled: Assembled,
  settings: ListenSettings,
  group?: Pick<ProcessGroup, 'takeConnections'>,
): Promise<RunningServer> {
  let listener = createListener(assembled, settings);
  const operated: Operated = { report: () => watcher.current.health.report(), metrics: () => assembled.context.metrics.text() };
  const longest = assembled.extension?.longestResponse ?? settings.deadline + STALLED;
  const http = await openServer((request, response) => listener(request, response), operated, longest, settings, group);
  let current = settings;
  const watcher = new DatabaseFileWatcher(assembled, next => {
    listener = createListener(next, current);
  });
  return {
    origin: originOf(http.place),
    place: http.place,
    async reload(next) {
      const renewed = await watcher.current.reload(next);
      current = next;
      watcher.replace(renewed);
    },
    drain() {
      assembled.health.readiness.isStopping = true;
      http.drain();
    },
    async stop() {
      assembled.health.readiness.isStopping = true;
      const stopped = watcher.stop();
      await http.close();
      await stopped;
      await watcher.current.close();
    },
  };
}

export interface HttpServer {
  readonly place: ListenAddress;
  /** Closes each connection after its next response. */
  drain(): void;
  /** Stops listening, and waits for running requests, at most for the setting `grace`. */
  close(): Promise<void>;
}

/** Opens an HTTP server. `longest`: inactivity timeout of connections in milliseconds. Rejects with a StartError if it cannot listen. */
export async function openServer(
  answer: RequestListener,
  operated: Operated,
  longest: number,
  settings: ListenSettings,
  group: Pick<ProcessGroup, 'takeConnections'> | undefined,
): Promise<HttpServer> {
  const { grace, headersTimeout, requestTimeout, idleTimeout } = settings;
  const server = createServer(
    {
      IncomingMessage: YieldingRequest,
      maxHeaderSize: MOST_HEADERS,
      headersTimeout: Math.min(headersTimeout, requestTimeout),
      requestTimeout,
      keepAliveTimeout: idleTimeout,
      connectionsCheckingInterval: Math.min(1000, headersTimeout),
    },
    // A single listener, because Node copies an array of listeners for each request.
    (request: IncomingMessage, response: ServerResponse) => {
      connections.heard(request, response);
      const encoding = request.headers['transfer-encoding'];
      // Proxies disagree about the end of a body with another transfer encoding.
      if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') void send(response, refusals.HPE_INVALID_TRANSFER_ENCODING!);
      else connections.answer(request, response, answer);
    },
  );
  server.timeout = longest;
  const connections = new HttpConnections(server, settings);
  server.on('clientError', refuse);
  server.on('connect', (_request, socket) => close(socket, invalidMethod));
  if (!group) server.on('connection', shortenTicks);
  const place = group ? await receive(server, group) : await bindGiven(server, placeOf(settings));
  const admin = settings.admin && !group ? await listenForOperators(operated, settings.admin) : undefined;
  return {
    place,
    drain: () => connections.drain(),
    async close() {
      admin?.close();
      server.close();
      await connections.close(grace);
    },
  };
}

/** Receives the connections that another process accepts. Returns the address on which it listens. */
function receive(server: Server, { takeConnections }: Pick<ProcessGroup, 'takeConnections'>): Promise<ListenAddress> {
  // Node enforces timeouts only after this event.
  server.emit('listening');
  return takeConnections(socket => server.emit('connection', socket));
}

/** Milliseconds beyond the deadline for which a connection may have no traffic. */
const STALLED = 60_000;

/** Maximum bytes of a request's headers and URL, which may contain long lists of titles. */
const MOST_HEADERS = 64 * 1024;

/** Responds to invalid HTTP and to exceeded HTTP limits with a JSON error instead of Node's response without a body. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  close(socket, refusals[error.code ?? ''] ?? jsonError(400, 'badrequest', 'This is not a valid HTTP request.'));
}

function close(socket: Duplex, { status, headers, body }: ReturnType<typeof jsonError>): void {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
  socket.end(answer, () => socket.destroy());
}

const refusals: Readonly<Record<string, ReturnType<typeof jsonError>>> = {
  HPE_INVALID_TRANSFER_ENCODING: jsonError(
    400,
    'badrequest',
    'The transfer encoding of the body is not supported. Send a Content-Length, or chunks.',
    {
      Connection: 'close',
    },
  ),
  HPE_INVALID_URL: jsonError(400, 'badurl', 'The URL contains non-ASCII characters. Percent-encode them (curl -G --data-urlencode).'),
  HPE_HEADER_OVERFLOW: jsonError(
    431,
    'urltoolong',
    'The URL or the headers are too long. Send the parameters in the body of a POST request.',
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: jsonError(413, 'requesttoolarge', 'The chunk extensions of the body are too long.'),
  ERR_HTTP_REQUEST_TIMEOUT: jsonError(408, 'requestincomplete', 'The request did not arrive in time.'),
};
