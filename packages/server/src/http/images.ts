import { posix } from 'node:path';
import { contains, filePath } from '@wikiquery/file-storage';
import express, { type RequestHandler } from 'express';

/** Private folders of MediaWiki's upload directory: deleted files, locks, unfinished uploads. */
const PRIVATE = /^\/+(?:deleted|lockdir|temp|private)(?:\/|$)/i;

/** Serves uploaded files, except files behind links that lead out of the folder. */
export function imageFiles(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, dotfiles: 'allow', cacheControl: false, setHeaders });
  return async (request, response, next) => {
    const path = decoded(request.path);
    if (PRIVATE.test(path) || hasDotfile(path) || !(await contains(folder, path))) next();
    else files(request, response, next);
  };
}

/** Prevents scripts in an uploaded file from running as part of the wiki. */
const setHeaders = (response: { setHeader(name: string, value: string): unknown }): void => {
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
};

/** Whether a path has a name like `.git`. Names of uploaded files may begin with a dot: their folders are derived from the hash of the name. */
function hasDotfile(path: string): boolean {
  const parts = path.split('/');
  return parts.some((part, at) => part.startsWith('.') && parts.slice(at - 2, at + 1).join('/') !== filePath(part));
}

/** Decodes a path as the file system sees it. An undecodable path is treated as private. */
function decoded(path: string): string {
  try {
    return posix.normalize(decodeURIComponent(path).replaceAll('\\', '/'));
  } catch {
    return '/private';
  }
}
