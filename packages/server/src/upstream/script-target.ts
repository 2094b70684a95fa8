/**
 * The request target of a script beside the upstream `api.php`, with what stands behind its name. Parts of the client's request are taken as they
 * are: nothing parses or resolves them again. Undefined for a path with a dot segment in any spelling: it could lead out of the script.
 */
export function scriptTarget(api: URL, script: string, pathInfo: string, query: string): string | undefined {
  const name = `${api.pathname.slice(0, api.pathname.lastIndexOf('/') + 1)}${script}`;
  const path = `${name}${escapeUnsafe(pathInfo)}`;
  if (hasDotSegment(pathInfo) || !isBelow(name, path)) return undefined;
  return query === '' ? path : `${path}?${escapeUnsafe(query)}`;
}

/** A second look, by the parser that other software uses. */
function isBelow(script: string, path: string): boolean {
  const { pathname } = new URL(`http://upstream${path}`);
  return pathname === script || pathname.startsWith(`${script}/`);
}

/** Characters that no request target has (RFC 3986), and that servers read in different ways. */
const escapeUnsafe = (text: string): string => text.replaceAll(/["#<>\\^`{|}]/g, encodeURIComponent);

/** Titles of MediaWiki have no percent-encoding once they are decoded, so that a valid path is stable after two rounds. */
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

/** `..`, also where a server cuts off path parameters (`..;a=b`), a query or a stream, and strips blanks and controls. */
const isDots = (segment: string): boolean => /^[\0-\x20\x7f]*\.[\0-\x20\x7f]*(?:\.[\0-\x20\x7f]*)?(?:[;:?#].*)?$/s.test(segment);

/** Decodes percent-encoding as the laxest servers do: `%u002e`, overlong UTF-8, and characters that some file systems take for dots and slashes. */
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

/** Bytes of an ASCII character in two to six bytes; `\xc0.` is a dot to decoders that do not look at the upper bits. */
const OVERLONG =
  /[\xc0\xc1][\0-\xff]|\xe0[\x80\x81][\0-\xff]|\xf0\x80[\x80\x81][\0-\xff]|\xf8\x80\x80[\x80\x81][\0-\xff]|\xfc\x80\x80\x80[\x80\x81][\0-\xff]/g;
/** In UTF-8: fullwidth solidus and reverse solidus, division slash, set minus, fraction slash. */
const LIKE_SLASH = /\xef\xbc\x8f|\xef\xbc\xbc|\xe2\x88[\x95\x96]|\xe2\x81\x84/g;
/** Fullwidth and small full stop, one and two dot leader. */
const LIKE_DOTS = /\xef\xbc\x8e|\xef\xb9\x92|\xe2\x80[\xa4\xa5]/g;
