import { posix } from 'node:path';
import { contains, filePath } from '@wikiquery/file-storage';
import express, { type RequestHandler } from 'express';

/** Private folders of MediaWiki's upload directory: deleted files, locks, unfinished uploads. */
const PRIVATE = /^\/+(?:deleted|lockdir|temp|private)(?:\/|$)/i;

/** Serves the uploaded files in a folder. Excludes private files, dotfiles, and paths through a link that leads out of the folder. */
export function imageFiles(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, dotfiles: 'allow', cacheControl: false, setHeaders });
  return async (request, response, next) => {
    const path = decoded(request.path);
    if (PRIVATE.test(path) || hasDotfile(path) || !(await contains(folder, path))) next();
    else files(request, response, next);
  };
}

/** Sets headers that allow caching, and prevent scripts in an uploaded file from running in the wiki's origin. */
const setHeaders = (response: { setHeader(name: string, value: string): unknown }): void => {
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
};

/** Whether a path contains a dotfile such as `.git`. An uploaded file may have such a name: its folders then match the name's hash. */
function hasDotfile(path: string): boolean {
  const parts = path.split('/');
  return parts.some((part, at) => part.startsWith('.') && parts.slice(at - 2, at + 1).join('/') !== filePath(part));
}

/** Decodes and normalizes a path, as the file system resolves it. A path that cannot be decoded is treated as private. */
function decoded(path: string): string {
  try {
    return posix.normalize(decodeURIComponent(path).replaceAll('\\', '/'));
  } catch {
    return '/private';
  }
}
