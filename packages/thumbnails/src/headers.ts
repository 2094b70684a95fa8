import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';

/**
 * Returns the headers of a file. Files that browsers could run are sandboxed. `name`: name of the file. `isPublic`: whether everybody can
 * read the wiki.
 */
export function headersFor(name: string, isPublic: boolean): Readonly<Record<string, string>> {
  return {
    ...cachingHeaders(isPublic, 3600),
    'X-Content-Type-Options': 'nosniff',
    ...(!SHOWN.has(extname(name).toLowerCase()) && { 'Content-Security-Policy': POLICY }),
  };
}

/** Responds with a short text instead of a file. */
export function refuse(response: ServerResponse, status: number, text: string, isPublic: boolean): void {
  const caching = status === 400 || status === 422 ? cachingHeaders(isPublic, 60) : cachingHeaders(isPublic, 0);
  const body = `${text}\n`;
  response.writeHead(status, {
    ...caching,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** Redirects to another address of the wiki. */
export function sendTo(response: ServerResponse, url: string, isPublic: boolean): void {
  response.writeHead(302, { ...cachingHeaders(isPublic, 3600), Location: url, 'Content-Length': 0 }).end();
}

/** `seconds`: lifetime of a response that everybody can read. */
const cachingHeaders = (isPublic: boolean, seconds: number): Readonly<Record<string, string>> =>
  isPublic
    ? { 'Cache-Control': seconds === 0 ? 'no-cache' : `public, max-age=${seconds}` }
    : { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' };

/** Extensions of types that browsers show with their own code, which a sandbox would disable. None of them can contain scripts of the wiki. */
const SHOWN: ReadonlySet<string> = new Set(
  ['avif', 'gif', 'jpeg', 'jpg', 'pdf', 'png', 'webp', 'flac', 'mp3', 'mp4', 'mpeg', 'oga', 'ogg', 'ogv', 'opus', 'wav', 'webm'].map(
    extension => `.${extension}`,
  ),
);

const POLICY = "default-src 'none'; style-src 'unsafe-inline' data:; font-src data:; img-src data:; media-src data:; sandbox";
