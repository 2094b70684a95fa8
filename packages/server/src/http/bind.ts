import { unlink } from 'node:fs/promises';
import { type AddressInfo, connect, type Server } from 'node:net';
import { StartError } from '../start-error.ts';

/** Where a server listens: a port of an address, or a Unix socket. */
export type ListenAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** The place that the settings `host` and `port` mean: a host that is a path is a Unix socket. */
export const placeOf = ({ host, port }: { readonly host: string; readonly port: number }): ListenAddress =>
  host.startsWith('/') ? { path: host } : { host, port };

/** The first of the sockets on which systemd listens for this process (sd_listen_fds(3)). */
const GIVEN = 3;

/** Listens where the settings say, or where systemd does already. Rejects with a StartError when it is not to be had. */
export function bindGiven(server: Server, place: ListenAddress): Promise<ListenAddress> {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (Number(LISTEN_PID) !== process.pid || !(Number(LISTEN_FDS) > 0)) return bind(server, place);
  const { promise, resolve, reject } = Promise.withResolvers<ListenAddress>();
  server.once('error', error => reject(new StartError([`The socket of systemd is none to listen on: ${error.message}.`])));
  server.listen({ fd: GIVEN }, () => {
    const address = server.address() as AddressInfo | string;
    resolve(typeof address === 'string' ? { path: address } : { host: address.address, port: address.port });
  });
  return promise;
}

/** Listens; gives the place, with the port that was free where 0 was asked for. Rejects with a StartError when it is not to be had. */
export async function bind(server: Server, place: ListenAddress): Promise<ListenAddress> {
  if ('path' in place) await removeLeftOver(place.path);
  const { promise, resolve, reject } = Promise.withResolvers<ListenAddress>();
  server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError([refusal(error, place)])));
  // Who may reach a Unix socket is a matter of its folder.
  if ('path' in place) server.listen({ path: place.path, readableAll: true, writableAll: true }, () => resolve(place));
  else server.listen(place.port, place.host, () => resolve({ host: place.host, port: (server.address() as { port: number }).port }));
  return promise;
}

/** A server that was killed leaves its socket behind, which nobody listens on. */
async function removeLeftOver(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const trial = connect(path)
    .once('connect', () => resolve(undefined))
    .once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  const code = await promise;
  trial.destroy();
  if (code === 'ECONNREFUSED') await unlink(path).catch(() => {});
}

/** `http://127.0.0.1:8080`; of a Unix socket `http://localhost`, by which programs that connect to it call it. */
export const originOf = (place: ListenAddress): string => {
  if ('path' in place) return 'http://localhost';
  const { host, port } = place;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
};

function refusal({ code, message }: NodeJS.ErrnoException, place: ListenAddress): string {
  if ('path' in place) {
    if (code === 'EADDRINUSE')
      return `Another server listens on ${place.path}, or it is no socket. Choose another path, or stop that server.`;
    if (code === 'EACCES' || code === 'ENOENT')
      return `The socket ${place.path} cannot be made. Its folder must exist, and this account may write to it.`;
    return `Cannot listen on ${place.path}: ${message}.`;
  }
  const { host, port } = place;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Choose another with --port, or stop what uses it.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one from 1024 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is no address of this machine. Choose another with --host.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}
