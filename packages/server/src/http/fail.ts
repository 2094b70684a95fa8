import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeError, log, plainPath, redact } from '../observability/log.ts';
import { jsonError } from './json-error.ts';

/** Logs an unexpected error, and responds with status 500. Aborts a response that has already begun. */
export function fail(error: unknown, { method, url = '' }: IncomingMessage, response: ServerResponse): void {
  log('error', 'request-failed', {
    method,
    path: pathOf(url).replace(/(?<=\/rest\.php)\/.*/, plainPath),
    query: redact(queryOf(url)),
    error: describeError(error),
  });
  if (response.headersSent) return void response.destroy();
  const { status, headers, body } = jsonError(
    500,
    'internal_api_error_Error',
    'An internal error occurred. The log of the server has the details.',
  );
  response.writeHead(status, headers as Record<string, string>).end(body);
}

/** Returns the part of a URL before `?`. */
export const pathOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
};

/** Returns the query string of a URL, without `?`. It is ASCII, because Node rejects URLs with other characters. */
export function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
