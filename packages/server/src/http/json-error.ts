import type { ApiResponse } from '@wikiquery/engine';

/** An error that is found before there are parameters, in the oldest of the error formats, which every client reads. */
export const jsonError = (
  status: number,
  code: string,
  info: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse & { readonly body: string } => ({
  status,
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, must-revalidate, max-age=0',
    'MediaWiki-API-Error': code,
    ...headers,
  },
  body: JSON.stringify({ error: { code, info } }),
});
