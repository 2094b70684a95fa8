import type { Server } from 'node:net';
import { StartError } from '../problems.ts';

/** Listens; gives the port. Rejects with a StartError when the address is not to be had. */
export function bind(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError([refusal(error, host, port)])));
  server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  return promise;
}

/** `http://127.0.0.1:8080` */
export const originOf = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;

function refusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Choose another with --port, or stop what uses it.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one from 1024 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine. Choose another with --host.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}
