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

/** Response of the upstream. Default: status 200 with `{}`. */
export interface UpstreamResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An upstream server that records requests. */
export interface RecordingUpstream {
  readonly api: URL;
  /** Requests whose bodies have arrived completely. */
  readonly received: Received[];
  /** Number of requests that have begun. */
  readonly begun: { count: number };
  stop(): Promise<void>;
}

/** Starts a recording upstream on a free port of this machine. `respond`: returns the response to a request. */
export async function recordingUpstream(respond: (request: Received) => UpstreamResponse = () => ({})): Promise<RecordingUpstream> {
  const received: Received[] = [];
  const begun = { count: 0 };
  const server = createServer(async (request, response) => {
    begun.count++;
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const arrived = { method: request.method ?? '', target: request.url ?? '', headers: request.headers, body };
    received.push(arrived);
    const { status = 200, headers, body: sent = '{}' } = respond(arrived);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(sent);
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
