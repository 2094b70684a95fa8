import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type Handler, Router } from 'express';
import type { Page } from '../discovery.ts';

/** Serves pages for people, each under its name and the first one under `/`, too. One whose files were not made yet is not there. */
export function pageFiles(pages: readonly Page[]): Handler {
  const router = Router();
  const made = pages.filter(({ folder }) => existsSync(join(folder, 'index.html')));
  for (const [i, { name, folder }] of made.entries()) {
    const files = express.static(folder, { setHeaders });
    router.use(`/${name}`, files);
    if (i === 0) router.use('/', files);
  }
  return router;
}

/** The names of assets tell their content; index.html names them. */
function setHeaders(response: ServerResponse, path: string): void {
  const isNamedByContent = /[/\\]assets[/\\]/.test(path);
  response.setHeader('Cache-Control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Content-Security-Policy', policy(response.req.url ?? ''));
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** A page runs nothing but its own files, and talks to nobody but this server and the wiki that `?api=ADDRESS` names. */
function policy(url: string): string {
  const wiki = originOf(URL.parse(url, 'http://localhost')?.searchParams.get('api') ?? '');
  const hosts = wiki === undefined ? "'self'" : `'self' ${wiki}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${hosts}`,
    `img-src ${hosts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vue',
  ].join('; ');
}

/** Undefined: it is no address of a server. Whatever could end a directive is no part of a host. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.host) ? url.origin : undefined;
}
