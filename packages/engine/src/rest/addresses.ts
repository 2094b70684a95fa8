type Parts = Readonly<Record<string, string | number>>;

/** A template with its parts filled in; those that are not given stay. */
export const fillTemplate = (template: string, parts: Parts): string =>
  template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => (Object.hasOwn(parts, name) ? encodePart(String(parts[name])) : hole));

/** RFC 3986, as PHP's rawurlencode. */
const encodePart = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** `?a=1&b=2`, or nothing; the form of HTML forms, as PHP's urlencode. */
export function writeQuery(pairs: Iterable<readonly [string, string | number]>): string {
  const written = Array.from(pairs, ([name, value]) => `${encodeForm(name)}=${encodeForm(String(value))}`);
  return written.length > 0 ? `?${written.join('&')}` : '';
}

const encodeForm = (text: string): string => encodePart(text).replaceAll('%20', '+').replaceAll('~', '%7E');

/** The query of a request as it was sent; `a[]` gets its number, as PHP gives it one. */
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
