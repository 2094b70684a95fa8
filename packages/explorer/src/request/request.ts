/** The parameters of a request to api.php by name, in their order. */
export type ApiParams = Readonly<Record<string, string>>;

/** Parses a URL or a query string, also within a shell command. Returns undefined if the text has no parameters. */
export function parseRequest(text: string): ApiParams | undefined {
  const quoted = /['"]([^'"]*\?[^'"]*)['"]/.exec(text)?.[1] ?? text.trim();
  const query = quoted.slice(quoted.indexOf('?') + 1).replace(/#.*$/, '');
  if (!/^[\w{}[\]-]+(?:=|&|$)/.test(query) || (!query.includes('=') && !text.includes('?'))) return undefined;
  return Object.fromEntries(new URLSearchParams(query));
}

/** Serializes a request as a query string that leaves harmless characters unencoded. */
export const printRequest = (request: ApiParams): string =>
  Object.entries(request)
    .map(([name, value]) => (value === '' ? encode(name) : `${encode(name)}=${encode(value)}`))
    .join('&');

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(READABLE, code => (code === '%20' ? '+' : decodeURIComponent(code)));
const READABLE = /%(?:7C|3A|2F|2C|40|3B|20)/g;

/** Splits the values of a parameter. */
export function splitValues(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return text.startsWith(SEPARATOR) ? text.slice(1).split(SEPARATOR) : text.split('|');
}

/** Joins the values of a parameter: with `|`, or with U+001F if a value contains `|`. */
export const joinValues = (values: readonly string[]): string =>
  values.some(value => value.includes('|')) ? values.map(value => SEPARATOR + value).join('') : values.join('|');

const SEPARATOR = '\u001F';

/** Sets a parameter, or removes it if `value` is undefined. */
export function withParameter(request: ApiParams, name: string, value: string | undefined): ApiParams {
  if (value !== undefined) return { ...request, [name]: value };
  const { [name]: _, ...rest } = request;
  return rest;
}

/** Default parameters of a composed request. */
export const STANDARD: ApiParams = { format: 'json', formatversion: '2' };

/** Returns the request that is sent. Its format is JSON, which the page can parse. */
export const asSent = (request: ApiParams): ApiParams => ({ ...request, format: 'json' });
