import type { Sending } from '../visitor.ts';

type Request = Pick<Sending, 'path' | 'query' | 'headers'>;

/** Returns imitations of a request: requests with its text in the path, the query or a header, or in the form of a cache key. */
export function collisionsOf({ path, query = '', headers = {} }: Request): Request[] {
  const text = path === undefined ? query : `${path}?${query}`;
  const { 'accept-language': language = null, origin = null, 'treat-as-untrusted': untrusted = null } = headers;
  const parts = [language, origin, untrusted];
  const netstrings = [path ?? null, ...parts].map(part => (part === null ? '-' : `${part.length}:${part}`)).join('');
  const keys = [
    text,
    JSON.stringify([text, false, ...parts]),
    JSON.stringify([path ?? null, query, false, ...parts]),
    `${text}%20secure`,
    `-${netstrings}${query}`,
    `--${netstrings}${query}`,
    [path, query, ...parts].map(part => part ?? '').join('|'),
  ];
  const last = query.lastIndexOf('&');
  const inHeaders = (last < 0 ? [] : ['accept-language', 'origin', 'treat-as-untrusted']).map(name => ({
    ...(path !== undefined && { path }),
    query: query.slice(0, last),
    headers: { ...headers, [name]: query.slice(last) },
  }));
  return [
    ...keys.filter(key => path !== undefined || key !== query).map(key => ({ query: key })),
    ...keys.map(key => (key.startsWith('/') ? { path: key.replaceAll('?', '%3F') } : { path: `/${key}` })),
    ...inHeaders,
  ];
}
