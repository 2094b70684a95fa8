import { unlink } from 'node:fs/promises';
import { type AddressInfo, connect, type Server } from 'node:net';
import { StartError } from '../start-error.ts';

/** Address to listen on: a TCP port of a host, or the path of a Unix socket. */
export type ListenAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Returns the address to listen on for the settings `host` and `port`. A host that is an absolute path specifies a Unix socket. */
export const placeOf = ({ host, port }: { readonly host: string; readonly port: number }): ListenAddress =>
  host.startsWith('/') ? { path: host } : { host, port };

/** File descriptor of the first socket from systemd (sd_listen_fds(3)). */
const GIVEN = 3;

/** Listens on the socket from systemd, or otherwise on `place`. Returns the address. Rejects with a StartError if it is unavailable. */
export function bindGiven(server: Server, place: ListenAddress): Promise<ListenAddress> {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  if (Number(LISTEN_PID) !== process.pid || !(Number(LISTEN_FDS) > 0)) return bind(server, place);
  const { promise, resolve, reject } = Promise.withResolvers<ListenAddress>();
  server.once('error', error =>
    reject(new StartError([`Cannot listen on the socket from systemd: ${error.message}. Check the socket unit.`])),
  );
  server.listen({ fd: GIVEN }, () => {
    const address = server.address() as AddressInfo | string;
    resolve(typeof address === 'string' ? { path: address } : { host: address.address, port: address.port });
  });
  return promise;
}

/** Listens on an address. Returns it with the chosen port if the port was 0. Rejects with a StartError if the address is unavailable. */
export async function bind(server: Server, place: ListenAddress): Promise<ListenAddress> {
  if ('path' in place) await removeLeftOver(place.path);
  const { promise, resolve, reject } = Promise.withResolvers<ListenAddress>();
  server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError([refusal(error, place)])));
  // All accounts may use the socket: the permissions of its folder restrict access.
  if ('path' in place) server.listen({ path: place.path, readableAll: true, writableAll: true }, () => resolve(place));
  else server.listen(place.port, place.host, () => resolve({ host: place.host, port: (server.address() as { port: number }).port }));
  return promise;
}

/** Removes the socket that a killed server has left behind. */
async function removeLeftOver(path: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const trial = connect(path)
    .once('connect', () => resolve(undefined))
    .once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  const code = await promise;
  trial.destroy();
  if (code === 'ECONNREFUSED') await unlink(path).catch(() => {});
}

/** Returns the origin of an address, such as `http://127.0.0.1:8080`; `http://localhost` for a Unix socket. */
export const originOf = (place: ListenAddress): string => {
  if ('path' in place) return 'http://localhost';
  const { host, port } = place;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
};

function refusal({ code, message }: NodeJS.ErrnoException, place: ListenAddress): string {
  if ('path' in place) {
    if (code === 'EADDRINUSE')
      return `Another server listens on ${place.path}, or the file is not a socket. Choose another path, or stop that server.`;
    if (code === 'EACCES' || code === 'ENOENT')
      return `The socket ${place.path} cannot be created. Create its folder, and allow this account to write to it.`;
    return `Cannot listen on ${place.path}: ${message}. Choose another path.`;
  }
  const { host, port } = place;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Choose another with --port, or stop what uses it.`;
  if (code === 'EACCES') return `This account may not listen on port ${port}. Choose one from 1024 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine. Choose another with --host.`;
  return `Cannot listen on ${host}:${port}: ${message}. Choose another address with --host and --port.`;
}
