import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddress from 'proxy-addr';

/** Where a request comes from. */
export interface Client {
  readonly ip: string;
  /** It came over HTTPS. */
  readonly secure: boolean;
}

/**
 * Reads the client of a request. `proxies` are those whose `X-Forwarded-*` headers count: none, a number of them in a row, or their addresses
 * and networks.
 */
export function clientReader(proxies: readonly string[]): (request: IncomingMessage) => Client {
  const [first] = proxies;
  if (first === undefined) return request => ({ ip: request.socket.remoteAddress ?? '', secure: isEncrypted(request) });
  const hops = proxies.length === 1 && /^\d+$/.test(first) ? Number(first) : undefined;
  const trust = hops === undefined ? proxyAddress.compile([...proxies]) : (_address: string, at: number) => at < hops;
  return request => {
    const forwarded = trust(request.socket.remoteAddress ?? '', 0) ? request.headers['x-forwarded-proto'] : undefined;
    const [protocol] = String(forwarded ?? '').split(',');
    return { ip: proxyAddress(request, trust), secure: isEncrypted(request) || protocol?.trim() === 'https' };
  };
}

/** Whether many clients may stand behind an address: this machine, and proxies that are trusted. */
export function sharedAddresses(proxies: readonly string[]): (address: string) => boolean {
  const hops = proxies.some(proxy => /^\d+$/.test(proxy));
  const trust = proxyAddress.compile(['loopback', ...(hops ? [] : proxies)]);
  return address => hops || address === '' || trust(address, 0);
}

const isEncrypted = ({ socket }: IncomingMessage): boolean => (socket as TLSSocket).encrypted === true;
