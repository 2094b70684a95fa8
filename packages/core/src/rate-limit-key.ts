import { isIPv6 } from 'node:net';

/**
 * Returns the rate-limit key of a client. It is an IPv4 address or the first 64 bits of an IPv6 address, because providers assign networks
 * of that size. Returns other text unchanged.
 */
export function rateLimitKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const groups = tail === undefined ? first : [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
}
