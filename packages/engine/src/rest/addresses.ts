type Parts = Readonly<Record<string, string | number>>;

/** Replaces the placeholders in a path template with percent-encoded parts. Placeholders without a part remain. */
export const fillTemplate = (template: string, parts: Parts): string =>
  template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(parts, name) ? encodePart(String(parts[name])) : hole));

/** Percent-encodes a string by RFC 3986, like PHP's `rawurlencode`. */
const encodePart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Builds a query string such as `?a=1&b=2` in the encoding of HTML forms, like PHP's `urlencode`. Returns an empty string for an empty
 * list.
 */
export function writeQuery(pairs: Iterable<readonly [string, string | number]>): string {
  const written = Array.from(pairs, ([name, value]) => `${encodeForm(name)}=${encodeForm(String(value))}`);
  return written.length > 0 ? `?${written.join('&')}` : '';
}

const encodeForm = (text: string): string => encodePart(text).replaceAll('%20', '+').replaceAll('~', '%7E');

/** Parses a query string. Like PHP, numbers repeated names `a[]` as `a[0]`, `a[1]`. */
export function sentPairs(query: string): (readonly [string, string])[] {
  const numbers = new Map<string, number>();
  const pairs = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === '') continue;
    const list = /^(.+)\[\]$/.exec(name)?.[1];
    const at = list === undefined ? 0 : (numbers.get(list) ?? 0);
    if (list !== undefined) numbers.set(list, at + 1);
    pairs.set(list === undefined ? name : `${list}[${at}]`, value);
  }
  return [...pairs];
}
