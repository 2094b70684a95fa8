import { isIPv6 } from 'node:net';

/** Bounds of a range in the hexadecimal form of the database (`ipc_hex`, `bt_range_start`). */
export interface HexRange {
  readonly start: string;
  readonly end: string;
}

/** Whether a string is a single IP address. IPv4 may have leading zeros. As in MediaWiki, `::ffff:1.2.3.4` is rejected. */
export const isAddress = (text: string): boolean => isAddress4(text) || isAddress6(text);

/** Whether a string is a single IPv4 address. Leading zeros are allowed. */
export const isAddress4 = (text: string): boolean => ADDRESS_4.test(text);

// Node also accepts zones (`fe80::1%eth0`) and `::ffff:1.2.3.4`, which MediaWiki rejects.
const isAddress6 = (text: string): boolean => text.includes(':') && !/[.%]/.test(text) && isIPv6(text);

const isCidr = (text: string): boolean => {
  const [address, bits] = splitCidr(text);
  if (bits === undefined) return false;
  return (BITS_4.test(bits) && isAddress4(address)) || (BITS_6.test(bits) && isAddress6(address));
};

/** Whether a string is a single IP address or a CIDR range such as `192.0.2.0/24`. */
export const isAddressOrCidr = (text: string): boolean => isAddress(text) || isCidr(text);

/** Returns an address or CIDR range as MediaWiki stores it, such as `2001:DB8:0:0:0:0:0:A`. Returns other strings unchanged. */
export const sanitizeAddress = (text: string): string => {
  // Most are IPv4 without leading zeros. Formatting the address of each client takes 7 µs, 5 % of a light request.
  if (isAddress4(text) && !LEADING_ZERO.test(text)) return text;
  if (!isAddressOrCidr(text)) return text;
  const [address, bits] = splitCidr(text);
  const clean = isAddress4(address) ? format4(groups4(address)) : format6(groups6(address));
  return bits === undefined ? clean : `${clean}/${bits}`;
};

/** Returns the form for display: IPv6 in its short lower-case form (`2001:db8::1`), IPv4 as stored. Returns other strings unchanged. */
export const prettyAddress = (text: string): string => {
  const clean = sanitizeAddress(text);
  if (!clean.includes(':') || !isAddressOrCidr(clean)) return clean;
  const [address, bits] = splitCidr(clean);
  const runs = address.match(/(?:^|:)0(?::0)+(?=:|$)/g) ?? [];
  const longest = runs.reduce((best, run) => (run.split('0').length > best.split('0').length ? run : best), '');
  const start = address.indexOf(longest);
  const short = longest === '' ? address : `${address.slice(0, start)}::${address.slice(start + longest.length + 1)}`;
  return (bits === undefined ? short : `${short}/${bits}`).toLowerCase();
};

/** Returns an address as a sortable key: eight hexadecimal digits, or `v6-` and 32 digits. Returns undefined for other strings. */
export const addressToHex = (text: string): string | undefined => {
  if (isAddress4(text)) return hexOf(groups4(text), 2, '');
  return isAddress6(text) ? `v6-${hexOf(groups6(text), 4, '')}` : undefined;
};

/** Converts a key of {@link addressToHex} back to the stored form of {@link sanitizeAddress}. */
export const hexToAddress = (text: string): string =>
  text.startsWith('v6-') ? format6(chunks(text.slice(3).padStart(32, '0'), 4)) : format4(chunks(text.padStart(8, '0'), 2));

/** Returns the bounds of a CIDR range, a `from-to` range or a single address, or undefined if the string is none of them. */
export const addressRange = (text: string): HexRange | undefined => {
  if (isCidr(text)) return cidrRange(text);
  const [from, to] = text.includes('-') ? text.split('-', 2) : [text, text];
  const start = addressToHex((from ?? '').trim());
  const end = addressToHex((to ?? '').trim());
  if (start === undefined || end === undefined || start.length !== end.length || start > end) return undefined;
  return { start, end };
};

/** Clears the host bits of a CIDR range: `192.0.2.77/24` becomes `192.0.2.0/24`. Returns undefined for other strings. */
export const sanitizeCidr = (text: string): string | undefined =>
  isCidr(text) ? `${hexToAddress(cidrRange(text).start)}/${Number(splitCidr(text)[1])}` : undefined;

/** Returns a CIDR range's prefix length and address size in bits: `{ prefix: 24, size: 32 }`. Returns undefined for other strings. */
export const cidrPrefix = (text: string): { prefix: number; size: 32 | 128 } | undefined =>
  isCidr(text) ? { prefix: Number(splitCidr(text)[1]), size: text.includes(':') ? 128 : 32 } : undefined;

/** Whether an address is in a range, which may have any form of {@link addressRange}. Returns false if either is invalid. */
export const inRange = (address: string, range: string): boolean => {
  const point = addressToHex(address);
  const bounds = addressRange(range);
  return (
    point !== undefined && bounds !== undefined && point.length === bounds.start.length && bounds.start <= point && point <= bounds.end
  );
};

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|0?[0-9]?[0-9])';
const ADDRESS_4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const LEADING_ZERO = /(?:^|\.)0\d/;
const BITS_4 = /^(?:3[0-2]|[12][0-9]|[0-9])$/;
const BITS_6 = /^(?:12[0-8]|1[01][0-9]|[1-9][0-9]|[0-9])$/;

const splitCidr = (text: string): [address: string, bits: string | undefined] => {
  const slash = text.indexOf('/');
  return slash === -1 ? [text, undefined] : [text.slice(0, slash), text.slice(slash + 1)];
};

const cidrRange = (text: string): HexRange => {
  const [address, bits] = splitCidr(text);
  const start = addressToHex(address) ?? '';
  const digits = start.startsWith('v6-') ? start.slice(3) : start;
  const size = digits.length * 4;
  const below = (1n << BigInt(size - Number(bits))) - 1n;
  const value = BigInt(`0x${digits}`);
  const write = (n: bigint) => `${size === 128 ? 'v6-' : ''}${n.toString(16).toUpperCase().padStart(digits.length, '0')}`;
  return { start: write(value - (value & below)), end: write(value | below) };
};

const groups4 = (address: string): number[] => address.split('.').map(Number);

const groups6 = (address: string): number[] => {
  const [head = '', tail] = address.split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)));
  if (tail === undefined) return read(head);
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
};

const format4 = (bytes: readonly number[]): string => bytes.join('.');
const format6 = (groups: readonly number[]): string => hexOf(groups, 1, ':');
const hexOf = (groups: readonly number[], width: number, separator: string): string =>
  groups.map(group => group.toString(16).toUpperCase().padStart(width, '0')).join(separator);
const chunks = (digits: string, width: number): number[] =>
  (digits.match(new RegExp(`.{${width}}`, 'g')) ?? []).map(part => Number.parseInt(part, 16));
