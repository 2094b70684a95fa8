import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import type { Handler, Request, Response } from 'express';
import { lazy } from '../lazy.ts';
import type { WebPage } from '../plugins/discovery.ts';
import { EncodedText } from './encodings.ts';
import { sendCached } from './send.ts';

/** Serves web UIs below their names, and the first one without a path of its own also at `/`. A web UI without built files is not served. */
export function pageFiles(pages: readonly WebPage[]): Handler {
  const made = builtPages(pages);
  const files = new Map<string, PageFile>();
  const first = rootPage(made);
  for (const page of made) {
    for (const file of filesOf(page.folder)) {
      for (const root of page === first ? ['/', `/${page.name}/`] : [`/${page.name}/`]) {
        files.set(root + file.name, file);
        // Also in subfolders: `/docs/start/` is `/docs/start/index.html`.
        if (basename(file.name) === INDEX) files.set(root + file.name.slice(0, -INDEX.length), file);
      }
    }
  }
  const names = new Set(made.map(({ name }) => `/${name}`));
  return async (request, response, next) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? files.get(request.path) : undefined;
    if (file) await sendFile(file, request, response);
    else if (names.has(request.path)) response.redirect(301, request.originalUrl.replace(/(?=\?|$)/, '/'));
    else next();
  };
}

/** Returns the web UIs that have files, those with a path of their own last. */
export const builtPages = (pages: readonly WebPage[]): WebPage[] =>
  pages.filter(({ folder }) => existsSync(join(folder, INDEX))).sort((a, b) => Number(a.hasPath ?? false) - Number(b.hasPath ?? false));

/** Returns the web UI that is also served at `/`, if there is one. */
export const rootPage = (built: readonly WebPage[]): WebPage | undefined => built.find(({ hasPath }) => !hasPath);

const INDEX = 'index.html';

interface PageFile {
  /** Path of the file in the folder of the web UI, with slashes. */
  readonly name: string;
  readonly text: () => Promise<EncodedText>;
}

const filesOf = (folder: string): PageFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(path => ({
      name: path.slice(folder.length).split(sep).filter(Boolean).join('/'),
      text: lazy(async () => new EncodedText(await readFile(path))),
    }));

async function sendFile(file: PageFile, request: Request, response: Response): Promise<void> {
  const text = await file.text();
  response.type(extname(file.name));
  // Assets never change: their names, to which index.html refers, contain a hash of their content.
  const cacheControl = file.name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = {
    'Cache-Control': cacheControl,
    'Content-Security-Policy': policy(request.url),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  sendCached(response, 200, headers, text);
}

/**
 * Returns a Content-Security-Policy that allows only the UI's own scripts, and only connections to this server and the wiki in `?api=URL`.
 */
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

/** Returns the origin of an HTTP URL, or undefined. Hosts with characters that could end a directive are rejected. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.host) ? url.origin : undefined;
}
