import type { ConnectionOptions } from 'mysql2';
import { serverAddress } from '../address.ts';

/** Returns the name of a server in its pool. */
export const nameOf = ({ host, port }: ConnectionOptions): string => `${host}:${port}`;

export const hostOf = (url: string): string => serverAddress(url).hostname.replaceAll(/[[\]]/g, '');
export const portOf = (url: string): number => Number(serverAddress(url).port) || 3306;
export const serverOf = (url: string): string => nameOf({ host: hostOf(url), port: portOf(url) });

export const databaseOf = (url: string): string => decodeURIComponent(serverAddress(url).pathname.slice(1));
export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Returns the address of the server and the account in the form that the driver reads. */
export function withoutDatabase(url: string): string {
  const address = serverAddress(url.replace(/^mariadb:/, 'mysql:'));
  address.pathname = '';
  return address.href;
}
