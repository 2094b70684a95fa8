/** A URL in its parts as MediaWiki splits it; a part that is not there is undefined. */
export interface UrlParts {
  readonly scheme: string;
  /** `://` or `:`, as the wiki lists the protocol. */
  readonly delimiter: string;
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string | undefined;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/**
 * Splits a URL of one of the protocols (`http://`, `mailto:` …) the lenient way that MediaWiki does, which takes hosts that the WHATWG rules
 * refuse. Undefined when it is none.
 */
export function parseUrl(url: string, protocols: readonly string[]): UrlParts | undefined {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  // `tel:911` could as well be a host with a port.
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

/** Undefined when what follows the last colon is no port; digits suffice, whatever comes behind them. */
function hostAndPort(text: string): { host: string; port: string | undefined } | undefined {
  const colon = /^\[.*\]$/s.test(text) ? -1 : text.lastIndexOf(':');
  if (colon < 0) return { host: text, port: undefined };
  const [host, behind] = [text.slice(0, colon), text.slice(colon + 1)];
  if (behind === '') return { host, port: undefined };
  const port = Number.parseInt(behind, 10);
  return behind.length <= 5 && port >= 0 && port <= 65535 ? { host, port: String(port) } : undefined;
}

type Match = [string, string | undefined, string, string | undefined, string | undefined];

/** Takes `.` and `..` out of the path of a URL, as RFC 3986 says. */
export function withoutDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/');
  segments.forEach((segment, i) => {
    const isLast = i === segments.length - 1;
    if (segment === '..') {
      if (kept.length > 1 || (kept.length === 1 && kept[0] !== '')) kept.pop();
      if (isLast) kept.push('');
    } else if (segment === '.') {
      if (isLast) kept.push('');
    } else kept.push(segment);
  });
  return kept.join('/');
}

/**
 * Writes a URL as links are stored: what need not be percent-encoded is not, what must be is, in upper case, and the path has no dot
 * segments. Takes what comes after `https://` just as well.
 */
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

/** Decodes what may stand as it is; `reserved` has a meaning in this part of a URL. Looks only at what may change: texts of other scripts are all escapes. */
const decodeSafe = (part: string, reserved: string): string =>
  part.replaceAll(/%(?:[2-7][0-9A-Fa-f]|[0-9A-Fa-f][a-f]|[a-f][0-9A-F])/g, encoded => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return character > ' ' && character < '\u007f' && !`"#%<>[\\]^\`{|}${reserved}`.includes(character) ? character : encoded.toUpperCase();
  });
