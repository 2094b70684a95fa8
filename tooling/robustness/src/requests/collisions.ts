import type { Sending } from '../visitor.ts';

type Request = Pick<Sending, 'path' | 'query' | 'headers'>;

/**
 * Returns different requests that hold the text of one in other places: in the path, the query or a header, or written as a key of a cache might be. A cache whose
 * keys join their parts without care takes one of them for it.
 */
export function collisionsOf({ path, query = '', headers = {} }: Request): Request[] {
  const text = path === undefined ? query : `${path}?${query}`;
  const { 'accept-language': language = null, origin = null, 'treat-as-untrusted': untrusted = null } = headers;
  const parts = [language, origin, untrusted];
  const keys = [
    text,
    JSON.stringify([text, false, ...parts]),
    JSON.stringify([path ?? null, query, false, ...parts]),
    `${text}%20secure`,
    `-${[path ?? null, ...parts].map(netstring).join('')}${query}`,
    `--${[path ?? null, ...parts].map(netstring).join('')}${query}`,
    [path, query, ...parts].map(part => part ?? '').join('|'),
  ];
  const cut = query.lastIndexOf('&');
  const cutQueries: Request[] =
    cut < 0
      ? []
      : ['accept-language', 'origin', 'treat-as-untrusted'].map(name => ({
          ...(path !== undefined && { path }),
          query: query.slice(0, cut),
          headers: { ...headers, [name]: query.slice(cut) },
        }));
  return [
    ...keys.filter(key => path !== undefined || key !== query).map(key => ({ query: key })),
    ...keys.map(key => (key.startsWith('/') ? { path: key.replaceAll('?', '%3F') } : { path: `/${key}` })),
    ...cutQueries,
  ];
}

const netstring = (part: string | null): string => (part === null ? '-' : `${part.length}:${part}`);
