import { hash } from 'node:crypto';
import type { ApiResponse } from '@wikiquery/engine';

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Gives answers that caches may keep an `ETag`, and 304 for those that the client has. The query is run and its answer compared by a hash of all its bytes:
 * nobody is told that nothing changed but who would get the very same answer.
 */
export function validated({ 'if-none-match': known }: Headers, response: ApiResponse): ApiResponse {
  const { status, headers, body } = response;
  if (status !== 200 || typeof body !== 'string' || !String(headers['Cache-Control']).includes('public')) return response;
  // Weak: it is the same whether it is compressed or not.
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
  const tagged = { ...headers, ETag: tag };
  if (known === undefined || !matches(known, tag)) return { ...response, headers: tagged };
  const { 'Content-Type': _, ...rest } = tagged as ApiResponse['headers'];
  return { status: 304, headers: rest, body: '', isAscii: true };
}

/** RFC 9110 13.1.2: any of a list, compared weakly. */
const matches = (known: string, tag: string): boolean =>
  known.trim() === '*' ||
  known
    .slice(0, LONGEST)
    .split(',')
    .some(each => each.trim().replace(/^W\//, '') === tag.slice(2));

const LONGEST = 8000;
