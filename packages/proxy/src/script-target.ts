/**
 * Returns the request target of a script in the folder of the upstream `api.php`, with the path after the script's name. Parts of the
 * client's request are copied without parsing or resolving. Returns undefined for a path with a dot segment in any encoding: it could lead
 * out of the script.
 */
export function scriptTarget(api: URL, script: string, pathInfo: string, query: string): string | undefined {
  const name = `${api.pathname.slice(0, api.pathname.lastIndexOf('/') + 1)}${script}`;
  const path = `${name}${escapeUnsafe(pathInfo)}`;
  if (hasDotSegment(pathInfo) || !isBelow(name, path)) return undefined;
  return query === '' ? path : `${path}?${escapeUnsafe(query)}`;
}

/** Checks the path again, with the URL parser that other software uses. */
function isBelow(script: string, path: string): boolean {
  const { pathname } = new URL(`http://upstream${path}`);
  return pathname === script || pathname.startsWith(`${script}/`);
}

/** Encodes characters that are invalid in request targets (RFC 3986) and that servers interpret differently. */
const escapeUnsafe = (text: string): string => text.replaceAll(/["#<>\\^`{|}]/g, encodeURIComponent);

/** Maximum number of decodings. MediaWiki titles contain no percent-encoding, so a valid path is stable after two rounds. */
const MOST_DECODINGS = 5;

/** Whether a server could find `.` or `..` between slashes, however often and however loosely it decodes the path. */
function hasDotSegment(path: string): boolean {
  let text = path;
  for (let round = 0; round < MOST_DECODINGS; round++) {
    if (text.split(/[/\\]/).some(isDots)) return true;
    const decoded = decodeLoosely(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** Whether a segment is `.` or `..`, also after a server removes path parameters (`..;a=b`), a query, a stream, blanks or controls. */
const isDots = (segment: string): boolean => /^[\0-\x20\x7f]*\.[\0-\x20\x7f]*(?:\.[\0-\x20\x7f]*)?(?:[;:?#].*)?$/s.test(segment);

/** Decodes a path like the laxest servers: `%u002e`, overlong UTF-8, and characters that some file systems treat as dots or slashes. */
const decodeLoosely = (text: string): string =>
  text
    .replaceAll(/%u([\da-f]{4})/gi, (_all, digits: string) =>
      encodeURIComponent(String.fromCharCode(Number.parseInt(digits, 16)).toWellFormed()),
    )
    .replaceAll(/%([\da-f]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(OVERLONG, bytes =>
      String.fromCharCode(((bytes.charCodeAt(bytes.length - 2) & 3) << 6) | (bytes.charCodeAt(bytes.length - 1) & 0x3f)),
    )
    .replaceAll(LIKE_SLASH, '/')
    .replaceAll(LIKE_DOTS, bytes => (bytes === '\xe2\x80\xa5' ? '..' : '.'));

/** Overlong UTF-8: an ASCII character in two to six bytes. `\xc0.` is a dot for decoders that ignore the upper bits. */
const OVERLONG =
  /[\xc0\xc1][\0-\xff]|\xe0[\x80\x81][\0-\xff]|\xf0\x80[\x80\x81][\0-\xff]|\xf8\x80\x80[\x80\x81][\0-\xff]|\xfc\x80\x80\x80[\x80\x81][\0-\xff]/g;
/** UTF-8 bytes of the fullwidth solidus and reverse solidus, division slash, set minus and fraction slash. */
const LIKE_SLASH = /\xef\xbc\x8f|\xef\xbc\xbc|\xe2\x88[\x95\x96]|\xe2\x81\x84/g;
/** UTF-8 bytes of the fullwidth and small full stop, and of the one and two dot leader. */
const LIKE_DOTS = /\xef\xbc\x8e|\xef\xb9\x92|\xe2\x80[\xa4\xa5]/g;
