import type { IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import proxyAddress from 'proxy-addr';
import type { Settings } from '../config/settings.ts';
import { log } from '../observability/log.ts';

const CONSEQUENCES =
  'Otherwise all its clients count as one: no single client is limited, and five wrong passwords lock an account for all of them.';

/**
 * Returns advice if `trustProxy` is empty although there must be a proxy, otherwise undefined. There must be one if the wiki's URL for
 * clients (`address`) is public, but only programs on this machine can reach the server.
 */
export function proxyAdvice({ host, trustProxy }: Pick<Settings, 'host' | 'trustProxy'>, address: string): string | undefined {
  const url = new URL(address);
  const { protocol, hostname } = url;
  if (trustProxy.length > 0 || !isOfMachine(host) || isOfMachine(urlToHttpOptions(url).hostname ?? '')) return undefined;
  const seen = `The address of the wiki is ${protocol}//${hostname}, and this server listens on ${host}, for this machine only.`;
  return `${seen} Declare the proxy in front of it with --trust-proxy loopback. ${CONSEQUENCES}`;
}

/** Whether only programs on this machine can reach a host: a local host name, a loopback address or a Unix socket. */
export const isOfMachine = (host: string): boolean => host.startsWith('/') || /^(?:.*\.)?localhost$/i.test(host) || isLoopback(host, 0);

/** Logs the first request with forwarding headers from an untrusted peer: once for near peers (`isNear`), and once for all others. */
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

/** Kinds of peers that were already logged: near (true) or not (false). */
export const noticed = new Set<boolean>();

const isLoopback = proxyAddress.compile(['loopback']);
/** Whether an address belongs to this machine or to a private network. */
export const isNear = proxyAddress.compile(['loopback', 'linklocal', 'uniquelocal']);
