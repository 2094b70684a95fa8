import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Assembled } from '../assemble.ts';
import { StartError } from '../problems.ts';
import type { Settings } from '../settings.ts';
import { createApp } from './app.ts';

export interface RunningServer {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  /** Takes no more requests, lets those that run finish within the setting `grace`, and closes the database. */
  stop(): Promise<void>;
}

type ListenSettings = Pick<Settings, 'host' | 'port' | 'grace' | 'trustProxy' | 'bodyLimit' | 'images'>;

/** Serves over HTTP. Rejects with a StartError when the address is not to be had. */
export async function listen(assembled: Assembled, settings: ListenSettings): Promise<RunningServer> {
  const { host, port, grace } = settings;
  let isStopping = false;
  const app = createApp(assembled, settings);
  const server = createServer({ maxHeaderSize: MOST_HEADERS, keepAliveTimeout: IDLE, requestTimeout: UPLOAD }, (request, response) => {
    if (isStopping) response.setHeader('Connection', 'close');
    app(request, response);
  });
  await bind(server, host, port);
  const address = server.address() as AddressInfo;
  return {
    origin: `http://${isAnyHost(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async stop() {
      if (isStopping) return;
      isStopping = true;
      assembled.health.stop();
      const closed = new Promise(resolve => server.close(resolve));
      const impatience = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(impatience);
      await assembled.close();
    },
  };
}

/** Bytes of a request's headers, its URL included: lists of titles are long. */
const MOST_HEADERS = 64 * 1024;
/** Milliseconds that a connection is kept for the next request: longer than proxies do, so that they are the ones to close it. */
const IDLE = 75_000;
/** Milliseconds for a request to arrive. */
const UPLOAD = 120_000;

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
