import express, { type RequestHandler } from 'express';
import { isServed, normalPath } from './uploaded-files.ts';

/** Serves the uploaded files in a folder. Excludes private files, dotfiles, and paths through a link that leads out of the folder. */
export function imageFiles(folder: string): RequestHandler {
  const files = express.static(folder, { index: false, redirect: false, dotfiles: 'allow', cacheControl: false, setHeaders });
  return async (request, response, next) => {
    if (await isServed(folder, normalPath(request.path))) files(request, response, next);
    else next();
  };
}

/** Sets headers that allow caching, and prevent scripts in an uploaded file from running in the wiki's origin. */
const setHeaders = (response: { setHeader(name: string, value: string): unknown }): void => {
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
};
