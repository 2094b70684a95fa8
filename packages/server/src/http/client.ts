import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { TLSSocket } from 'node:tls';
import proxyAddress from 'proxy-addr';
import { noticeForwarding } from './undeclared-proxy.ts';

/** The client of a request, as trusted proxies report it. */
export interface Client {
  /** IP address without zone or port. An IPv4-mapped address is converted to IPv4. */
  readonly ip: string;
  /** Whether the client used HTTPS. */
  readonly secure: boolean;
  /** Whether a trusted proxy forwarded the request. */
  readonly proxied: boolean;
  /** Untrusted addresses in `X-Forwarded-For`, before that of the client. */
  readonly claimed: string;
}

/** Creates a function that returns the client of a request. `proxies`: trusted proxies (addresses and networks, or a number of hops). */
export function clientReader(proxies: readonly string[]): (request: IncomingMessage) => Client {
  const [first] = proxies;
  const direct = (request: IncomingMessage, ip: string): Client => {
    noticeForwarding(request, ip);
    return { ip, secure: isEncrypted(request), proxied: false, claimed: '' };
  };
  if (first === undefined) return request => direct(request, addressOf(request.socket));
  const hops = proxies.length === 1 && /^\d+$/.test(first) ? Number(first) : undefined;
  const trust = hops === undefined ? proxyAddress.compile([...proxies]) : (_address: string, at: number) => at < hops;
  return request => {
    const { headers, socket } = request;
    const peer = addressOf(socket);
    const proxied = trust(peer, 0);
    if (!proxied) return direct(request, peer);
    const [protocol] = String(headers['x-forwarded-proto'] ?? '').split(',');
    const secure = isEncrypted(request) || protocol?.trim() === 'https';
    return { ...walk(peer, String(headers['x-forwarded-for'] ?? ''), trust), secure, proxied };
  };
}

/** Creates a function that returns whether many clients may share an address, such as that of this machine or of a trusted proxy. */
export function sharedAddresses(proxies: readonly string[]): (address: string) => boolean {
  const hops = proxies.some(proxy => /^\d+$/.test(proxy));
  const trust = proxyAddress.compile(['loopback', ...(hops ? [] : proxies)]);
  return address => hops || address === '' || trust(address, 0);
}

const MOST_HOPS = 32;

/** Walks back along `X-Forwarded-For`, past trusted proxies, to the client. An invalid address ends the walk at the last proxy. */
function walk(peer: string, chain: string, trust: (address: string, at: number) => boolean): Pick<Client, 'ip' | 'claimed'> {
  let ip = peer;
  let rest = chain;
  for (let hop = 0; hop < MOST_HOPS && trust(ip, hop); hop++) {
    rest = withoutEmptyEnd(rest);
    if (rest === '') break;
    const at = rest.lastIndexOf(',');
    const next = readAddress(rest.slice(at + 1));
    if (next === undefined) return { ip, claimed: '' };
    ip = next;
    rest = at < 0 ? '' : rest.slice(0, at);
  }
  return { ip, claimed: rest };
}

/** Removes the empty elements at the end of a list, which RFC 9110 (5.6.1) ignores. */
function withoutEmptyEnd(list: string): string {
  let end = list.length;
  while (end > 0 && ', \t'.includes(list.charAt(end - 1))) end -= 1;
  return list.slice(0, end);
}

/** Parses an IP address, also with brackets, port or zone. Converts IPv4-mapped addresses to IPv4. Returns undefined for other text. */
export function readAddress(text: string): string | undefined {
  const whole = text.trim();
  if (whole.length > LONGEST) return undefined;
  const [, host = whole] = /^\[([^\]]*)\](?::\d+)?$/.exec(whole) ?? /^([\d.]+):\d+$/.exec(whole) ?? [];
  const address = host.replace(/%.*$/, '');
  if (isIP(address) === 0) return undefined;
  return address.includes(':') ? (mapped(address) ?? address) : address;
}

/** Maximum characters of an address with a zone and a port. */
const LONGEST = 100;

/** Converts `::ffff:192.0.2.1` and `::ffff:c000:201` to `192.0.2.1`. Returns undefined if the address is not IPv4-mapped. */
function mapped(address: string): string | undefined {
  const [, tail] = /^(?:0{0,4}:){1,5}:?ffff:([\da-f.:]+)$/i.exec(address) ?? [];
  if (tail === undefined || isIPv4(tail)) return tail;
  const [, high, low] = /^([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(tail) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}

/** Returns the client address of a connection, which is parsed once. A Unix socket has no address: its clients are on this machine. */
function addressOf(socket: IncomingMessage['socket']): string {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return '127.0.0.1';
  if (!remoteAddress.includes(':')) return remoteAddress;
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = readAddress(remoteAddress) ?? remoteAddress;
  addresses.set(socket, address);
  return address;
}

const addresses = new WeakMap<IncomingMessage['socket'], string>();

const isEncrypted = ({ socket }: IncomingMessage): boolean => (socket as TLSSocket).encrypted === true;
