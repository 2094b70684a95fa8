import type { ApiResponse } from '@wikiquery/engine';

/** Creates a response in MediaWiki's oldest error format, for requests whose parameters are unknown. `headers`: additional headers. */
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
