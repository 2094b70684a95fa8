/** A request to api.php: its parameters by name, in their order. */
export type ApiParams = Readonly<Record<string, string>>;

/** Reads a URL with a query, or a query alone, also out of a command that holds one. Undefined: there are no parameters in it. */
export function parseRequest(text: string): ApiParams | undefined {
  const quoted = /['"]([^'"]*\?[^'"]*)['"]/.exec(text)?.[1] ?? text.trim();
  const query = quoted.slice(quoted.indexOf('?') + 1).replace(/#.*$/, '');
  if (!/^[\w{}[\]-]+(?:=|&|$)/.test(query) || (!query.includes('=') && !text.includes('?'))) return undefined;
  return Object.fromEntries(new URLSearchParams(query));
}

/** The query of a request, as readable as a URL may be. */
export const printRequest = (request: ApiParams): string =>
  Object.entries(request)
    .map(([name, value]) => (value === '' ? encode(name) : `${encode(name)}=${encode(value)}`))
    .join('&');

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(READABLE, code => (code === '%20' ? '+' : decodeURIComponent(code)));
const READABLE = /%(?:7C|3A|2F|2C|40|3B|20)/g;

/** The values of a parameter that takes several. */
export function splitValues(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return text.startsWith(SEPARATOR) ? text.slice(1).split(SEPARATOR) : text.split('|');
}

/** Values with a `|` inside are separated by U+001F. */
export const joinValues = (values: readonly string[]): string =>
  values.some(value => value.includes('|')) ? values.map(value => SEPARATOR + value).join('') : values.join('|');

const SEPARATOR = '\u001F';

/** The request with a parameter set, or without it when there is no value. */
export function withParameter(request: ApiParams, name: string, value: string | undefined): ApiParams {
  if (value !== undefined) return { ...request, [name]: value };
  const { [name]: _, ...rest } = request;
  return rest;
}

/** The parameters that a request says nothing about when it is composed here. */
export const STANDARD: ApiParams = { format: 'json', formatversion: '2' };

/** What is sent: the page can read JSON alone. */
export const asSent = (request: ApiParams): ApiParams => ({ ...request, format: 'json' });
