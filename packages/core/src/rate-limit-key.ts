import { isIPv6 } from 'node:net';

/**
 * What a provider gives to one customer, which is what limits count: an address of IPv4, the first half of one of IPv6, in one spelling. Takes
 * any text.
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
