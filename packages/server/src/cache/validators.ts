import { hash } from 'node:crypto';
import type { ApiResponse } from '@wikiquery/engine';

type Headers = Readonly<Record<string, string | undefined>>;

/** Adds an `ETag`, a hash of the body, to a public response. Returns a response with status 304 if the client already has this body. */
export function validated<R extends ApiResponse>({ 'if-none-match': known }: Headers, response: R): R | ApiResponse {
  const tagged = withTag(response);
  const tag = tagged.headers.ETag as string | undefined;
  if (tag === undefined || !hasTag(known, tag)) return tagged;
  const { 'Content-Type': _, ...rest } = tagged.headers;
  return { status: 304, headers: rest, body: '', isAscii: true };
}

/** Adds an `ETag` to a public response without one. */
export function withTag<R extends ApiResponse>(response: R): R {
  const { status, headers, body } = response;
  if (status !== 200 || typeof body !== 'string' || 'ETag' in headers || !String(headers['Cache-Control']).includes('public'))
    return response;
  return { ...response, headers: { ...headers, ETag: tagOf(body) } };
}

/** Returns a weak entity tag, because it is the same for the compressed and the uncompressed body. */
export const tagOf = (body: string | Buffer): string => `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;

/** Whether `If-None-Match` contains the entity tag of the response, or `*`. Compares entity tags weakly (RFC 9110, 13.1.2). */
export const hasTag = (known: string | undefined, tag: string): boolean =>
  known !== undefined &&
  (known.trim() === '*' ||
    known
      .slice(0, LONGEST)
      .split(',')
      .some(each => each.trim().replace(/^W\//, '') === tag.slice(2)));

const LONGEST = 8000;
