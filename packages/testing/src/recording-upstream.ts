import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An upstream server that records requests and responds with `{}`. */
export interface RecordingUpstream {
  readonly api: URL;
  /** Requests with complete bodies. */
  readonly received: Received[];
  /** Requests that began. */
  readonly begun: { count: number };
  stop(): Promise<void>;
}

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

/** Sends these bytes as one request and returns everything received. */
export async function sendBytes(port: number, bytes: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.write(bytes);
  return text(socket).catch(() => '');
}
