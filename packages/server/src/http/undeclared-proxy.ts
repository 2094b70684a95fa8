import type { IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import proxyAddress from 'proxy-addr';
import { log } from '../log.ts';
import type { Settings } from '../settings.ts';

/** Consequence of a proxy that the server does not trust. */
const CONSEQUENCES =
  'Otherwise all its clients count as one: limits hold for none of them, and five wrong passwords lock an account for all of them.';

/**
 * What to do where a proxy must stand before this server and the setting `trustProxy` names none: the wiki has a public address, and this server
 * listens for its own machine only. Undefined where nobody can know. `address`: of the wiki, as clients call it.
 */
export function proxyAdvice({ host, trustProxy }: Pick<Settings, 'host' | 'trustProxy'>, address: string): string | undefined {
  const url = new URL(address);
  const { protocol, hostname } = url;
  if (trustProxy.length > 0 || !isOfMachine(host) || isOfMachine(urlToHttpOptions(url).hostname ?? '')) return undefined;
  const seen = `The address of the wiki is ${protocol}//${hostname}, and this server listens on ${host}, for this machine only.`;
  return `${seen} Declare the proxy in front of it with --trust-proxy loopback. ${CONSEQUENCES}`;
}

/** A name, an address or a Unix socket that only programs of this machine reach. */
const isOfMachine = (host: string): boolean => host.startsWith('/') || /^(?:.*\.)?localhost$/i.test(host) || isLoopback(host, 0);

/** Logs the first request with forwarding headers from a peer that is not trusted: of a near one, which may be a proxy, and of any other. */
export function noticeForwarding({ headers }: IncomingMessage, peer: string): void {
  const header = ['x-forwarded-for', 'forwarded'].find(name => headers[name] !== undefined);
  if (header === undefined) return;
  const isProxyLikely = isNear(peer, 0);
  if (noticed.has(isProxyLikely)) return;
  noticed.add(isProxyLikely);
  log('warning', 'proxy-not-trusted', {
    peer,
    header,
    problem: `A request from ${peer} has the header ${header}, which is ignored. If it is your proxy, start with --trust-proxy ${peer}. ${CONSEQUENCES}`,
  });
}

/** Kinds of untrusted peers that were logged: likely proxies, and other clients. */
export const noticed = new Set<boolean>();

const isLoopback = proxyAddress.compile(['loopback']);
const isNear = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal']);
