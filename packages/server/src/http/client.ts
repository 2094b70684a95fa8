import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { TLSSocket } from 'node:tls';
import proxyAddress from 'proxy-addr';
import { noticeForwarding } from './undeclared-proxy.ts';

/** The origin of a request. */
export interface Client {
  /** Without zone or port; mapped IPv4 addresses as IPv4. */
  readonly ip: string;
  /** The client used HTTPS. */
  readonly secure: boolean;
  /** A trusted proxy forwarded the request. */
  readonly proxied: boolean;
  /** The untrusted rest of `X-Forwarded-For`, before the client's address. */
  readonly claimed: string;
}

/** Creates a reader of clients. `proxies` are trusted: a number of hops, or addresses and networks. */
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

/** Whether many clients may share an address: that of this machine or of a trusted proxy. */
export function sharedAddresses(proxies: readonly string[]): (address: string) => boolean {
  const hops = proxies.some(proxy => /^\d+$/.test(proxy));
  const trust = proxyAddress.compile(['loopback', ...(hops ? [] : proxies)]);
  return address => hops || address === '' || trust(address, 0);
}

const MOST_HOPS = 32;

/** Walks back along the chain past trusted proxies. An invalid address ends the walk at the last proxy. */
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

/** RFC 9110 5.6.1: empty list elements are ignored. */
function withoutEmptyEnd(list: string): string {
  let end = list.length;
  while (end > 0 && ', \t'.includes(list.charAt(end - 1))) end -= 1;
  return list.slice(0, end);
}

/** Reads an address, also in brackets, with a port, with a zone, or an IPv4-mapped one. Returns undefined for other text. */
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

/** Converts `::ffff:192.0.2.1` and `::ffff:c000:201` to `192.0.2.1`. */
function mapped(address: string): string | undefined {
  const [, tail] = /^(?:0{0,4}:){1,5}:?ffff:([\da-f.:]+)$/i.exec(address) ?? [];
  if (tail === undefined || isIPv4(tail)) return tail;
  const [, high, low] = /^([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(tail) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.');
}

/** Returns the address of a connection, read once. A Unix socket has no address; its clients are on this machine. */
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
