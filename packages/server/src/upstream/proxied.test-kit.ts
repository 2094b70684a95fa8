import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openWiki } from '@wikiquery/testing';
import { defaultSettings, type Settings } from '../config/settings.ts';
import { listen, type RunningServer } from '../http/listen.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';

/** A request as the upstream received it. */
export interface Received {
  readonly method: string;
  /** The request target, byte for byte. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An upstream that records what it receives and answers every request with `{}`. */
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

/** Starts the minimal app over a new SQLite wiki; `adjust` changes what was assembled. */
export async function serveMinimal(
  folder: string,
  changed: Partial<Settings> = {},
  adjust: (assembled: Assembled) => Partial<Assembled> = () => ({}),
): Promise<RunningServer & { readonly port: number }> {
  const root = fileURLToPath(new URL('../../../../apps/minimal', import.meta.url));
  const wiki = await openWiki('sqlite');
  await wiki.page('Main Page');
  const settings = { ...defaultSettings(folder), database: wiki.url, port: 0, secretKey: 'k'.repeat(64), ...changed };
  const assembled = await assemble({ root, load: name => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) }, settings);
  const server = await listen({ ...assembled, ...adjust(assembled) }, settings);
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    async stop() {
      await server.stop();
      await wiki.close();
    },
  };
}

/** The minimal app in proxy mode before a recording upstream. */
export interface ProxiedUpstream {
  readonly upstream: RecordingUpstream;
  readonly port: number;
  stop(): Promise<void>;
}

export async function serveProxied(): Promise<ProxiedUpstream> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-proxied-'));
  const upstream = await recordingUpstream();
  const server = await serveMinimal(folder, { upstream: upstream.api });
  return {
    upstream,
    port: server.port,
    async stop() {
      await server.stop();
      await upstream.stop();
      await rm(folder, { recursive: true });
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
