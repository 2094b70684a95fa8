/** The parameters of a request to api.php by name, in their order. */
export type ApiParams = Readonly<Record<string, string>>;

/** Reads a URL or a query, also inside of a command. Returns undefined without parameters. */
export function parseRequest(text: string): ApiParams | undefined {
  const quoted = /['"]([^'"]*\?[^'"]*)['"]/.exec(text)?.[1] ?? text.trim();
  const query = quoted.slice(quoted.indexOf('?') + 1).replace(/#.*$/, '');
  if (!/^[\w{}[\]-]+(?:=|&|$)/.test(query) || (!query.includes('=') && !text.includes('?'))) return undefined;
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes a request as a readable query. */
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

/** Values with a `|` inside are separated by U+001F. */
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

/** Returns the request to send, in JSON, which the page can read. */
export const asSent = (request: ApiParams): ApiParams => ({ ...request, format: 'json' });
