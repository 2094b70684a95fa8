import { domainToUnicode } from 'node:url';
import { isAddress, sanitizeAddress } from '@wikiquery/addresses';

/** Converts a host to MediaWiki's index form: `org.example.www.`, `V4.192.0.2.1.` or `V6.2001.DB8.0.0.0.0.0.7.`. A `*` stays. */
export function indexedHost(text: string): string {
  const host = canonicalHost(text);
  const address = /^\[([0-9a-f:*]+)\]$/.exec(decode(host))?.[1];
  const groups = address === undefined ? undefined : groupsOf(address);
  if (groups) return `V6.${groups.join('.')}.`;
  const name = host.replace(/\.$/, '');
  if (ADDRESS_4.test(name) || SEVERAL_ADDRESSES_4.test(name)) {
    return `V4.${name
      .split('.')
      .map(part => (part === '*' ? part : Number(part)))
      .join('.')}.`;
  }
  return `${name.split('.').reverse().join('.')}.`;
}

export function hostOfIndex(index: string): string {
  const kind = index.slice(0, 3);
  const parts = index.slice(3).replace(/^\.+|(?<!\.)\.+$/g, '');
  if (kind === 'V6.' && isAddress(parts.replaceAll('.', ':'))) return `[${parts.replaceAll('.', ':')}]`;
  if (kind === 'V4.' && isAddress(parts)) return parts;
  return indexedHost(index).replace(/(?<!\.)\.+$/, '');
}

/** Converts a host to lower case and Unicode, and percent-encodes invalid characters. */
function canonicalHost(text: string): string {
  const decoded = decode(text);
  const isInternational = /xn--|[^\0-\u007f]/i.test(decoded);
  const host = (isInternational && domainToUnicode(decoded)) || decoded;
  return host
    .replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
    .replaceAll(/[^\w\-.~!$&'()*+,;=\u0080-\u{10ffff}]+/gu, unsafe => encodeURIComponent(unsafe));
}

/** Splits an IPv6 address into its groups. For `2001:db8:*`, returns the groups before the wildcard and the wildcard. */
function groupsOf(text: string): string[] | undefined {
  if (isAddress(text)) return sanitizeAddress(text).split(':');
  if (!text.endsWith(':*')) return undefined;
  const fixed = text.slice(0, -2);
  // Without `::`, the wildcard matches any number of groups. With `::`, it matches only the last group.
  if (isAddress(`${fixed}::`)) return [...sanitizeAddress(`${fixed}::`).split(':').slice(0, fixed.split(':').length), '*'];
  if (isAddress(`${fixed}:1`)) return [...sanitizeAddress(`${fixed}:1`).split(':').slice(0, -1), '*'];
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const BYTE = '0*(?:25[0-5]|2[0-4]\\d|1\\d\\d|\\d?\\d)';
const ADDRESS_4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`);
const SEVERAL_ADDRESSES_4 = new RegExp(`^(?:${BYTE}\\.){1,3}\\*$`);
