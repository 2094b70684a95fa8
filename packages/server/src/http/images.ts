import { posix } from 'node:path';
import { contains, filePath } from '@wikiquery/file-storage';
import express, { type RequestHandler } from 'express';

/** Folders of MediaWiki's upload folder that are not for everybody: deleted files, locks, unfinished uploads. */
const PRIVATE = /^\/+(?:deleted|lockdir|temp|private)(?:\/|$)/i;

/** Serves uploaded files, except files that links lead to outside the folder. Scripts in an uploaded file must not run as part of the wiki. */
export function imageFiles(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, dotfiles: 'allow', cacheControl: false, setHeaders });
  return async (request, response, next) => {
    const path = decoded(request.path);
    if (PRIVATE.test(path) || hasDotfile(path) || !(await contains(folder, path))) next();
    else files(request, response, next);
  };
}

const setHeaders = (response: { setHeader(name: string, value: string): unknown }): void => {
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
};

/** Whether a name begins with a dot, as `.htaccess` and `.git` do. Uploaded files may, such as `8/8f/...And_Justice.jpg`: their folder is derived from their hash. */
function hasDotfile(path: string): boolean {
  const parts = path.split('/');
  return parts.some((part, at) => part.startsWith('.') && parts.slice(at - 2, at + 1).join('/') !== filePath(part));
}

/** What the path means to the file system. One that cannot be decoded is no file. */
function decoded(path: string): string {
  try {
    return posix.normalize(decodeURIComponent(path).replaceAll('\\', '/'));
  } catch {
    return '/private';
  }
}
