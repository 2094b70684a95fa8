/** Parts of a URL. The scheme is in lower case. */
export interface UrlParts {
  readonly scheme: string;
  /** Characters after the scheme: `://` or `:`. */
  readonly delimiter: string;
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string | undefined;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/**
 * Splits a URL into its parts. Like MediaWiki, it accepts hosts that the WHATWG rules reject. Returns undefined for an invalid URL and for
 * protocols that are not in `protocols`.
 */
export function parseUrl(url: string, protocols: readonly string[]): UrlParts | undefined {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  // `tel:911` is ambiguous: it could also be a host with a port.
  if (scheme === '' || /^\d{1,5}(?:\/|$)/.test(rest)) return undefined;
  const delimiter = ['://', ':'].find(each => protocols.includes(scheme.toLowerCase() + each));
  if (delimiter === undefined) return undefined;
  const [, authority, path, query, fragment] = /^(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(rest) as unknown as Match;
  if (authority === '' && scheme.toLowerCase() !== 'file') return undefined;
  const location = hostAndPort((authority ?? '').replace(/^.*@/s, ''));
  if (!location || (location.host === '' && authority)) return undefined;
  return {
    scheme: scheme.toLowerCase(),
    delimiter,
    ...location,
    path: path || undefined,
    query,
    fragment,
  };
}

/** Splits an authority into host and port. Ignores characters after the port's digits. Returns undefined for an invalid port. */
function hostAndPort(text: string): { host: string; port: string | undefined } | undefined {
  const colon = /^\[.*\]$/s.test(text) ? -1 : text.lastIndexOf(':');
  if (colon < 0) return { host: text, port: undefined };
  const [host, digits] = [text.slice(0, colon), text.slice(colon + 1)];
  if (digits === '') return { host, port: undefined };
  const port = Number.parseInt(digits, 10);
  return digits.length <= 5 && port >= 0 && port <= 65535 ? { host, port: String(port) } : undefined;
}

type Match = [string, string | undefined, string, string | undefined, string | undefined];

export const queryAndFragment = ({ query, fragment }: Pick<UrlParts, 'query' | 'fragment'>): string =>
  (query === undefined ? '' : `?${query}`) + (fragment === undefined ? '' : `#${fragment}`);

/** Removes `.` and `..` from the path of a URL (RFC 3986). */
export function withoutDotSegments(path: string): string {
  const result: string[] = [];
  const segments = path.split('/');
  segments.forEach((segment, i) => {
    const isLast = i === segments.length - 1;
    if (segment === '..') {
      if (result.length > 1 || (result.length === 1 && result[0] !== '')) result.pop();
      if (isLast) result.push('');
    } else if (segment === '.') {
      if (isLast) result.push('');
    } else result.push(segment);
  });
  return result.join('/');
}

/** Normalizes a URL as MediaWiki stores it: minimal percent-encoding in upper case, and no dot segments. The protocol is optional. */
export function normalizeUrl(text: string): string {
  const address = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[0-9a-f:]+\])(?=[:/?#]|$)/i.exec(text)?.[1];
  const encoded = text.replaceAll(/[\0- "<>[\\\]^`{|}\u007f-\u{10ffff}]+/gu, unsafe => encodeURIComponent(unsafe.toWellFormed()));
  const [, before = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(encoded) ?? [];
  const hostBegins = before.indexOf('//');
  const pathBegins = before.indexOf('/', hostBegins < 0 ? 0 : hostBegins + 2);
  const [origin, path] = pathBegins < 0 ? [before, ''] : [before.slice(0, pathBegins), before.slice(pathBegins)];
  const host = decodeSafe(origin, '/?');
  return (
    (address === undefined
      ? host
      : host.replace(encodeURIComponent(address), address).replace(address.replace('[', '%5B').replace(']', '%5D'), address)) +
    withoutDotSegments(decodeSafe(path, '/?')) +
    decodeSafe(query, '&=+;') +
    decodeSafe(fragment, '')
  );
}

/** Decodes characters that are neither unsafe nor `reserved` in this part of a URL. The pattern skips escapes that never change. */
const decodeSafe = (part: string, reserved: string): string =>
  part.replaceAll(/%(?:[2-7][0-9A-Fa-f]|[0-9A-Fa-f][a-f]|[a-f][0-9A-F])/g, encoded => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return character > ' ' && character < '\u007f' && !`"#%<>[\\]^\`{|}${reserved}`.includes(character) ? character : encoded.toUpperCase();
  });
