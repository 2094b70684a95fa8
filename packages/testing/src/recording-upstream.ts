import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that the upstream received. */
export interface Received {
  readonly method: string;
  /** Request target as the client sent it, byte for byte. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An upstream server that records requests and responds with `{}`. */
export interface RecordingUpstream {
  readonly api: URL;
  /** Requests whose bodies have arrived completely. */
  readonly received: Received[];
  /** Number of requests that have begun. */
  readonly begun: { count: number };
  stop(): Promise<void>;
}

/** Starts a recording upstream on a free port of this machine. */
export async function recordingUpstream(): Promise<RecordingUpstream> {
  const received: Received[] = [];
  const begun = { count: 0 };
  const server = createServer(async (request, response) => {
    begun.count++;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    received.push({ method: request.method ?? '', target: request.url ?? '', headers: request.headers, body });
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    api: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`),
    received,
    begun,
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Sends bytes over a new connection. Returns the received text, or an empty string if the connection fails. */
export async function sendBytes(port: number, bytes: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.write(bytes);
  return text(socket).catch(() => '');
}
