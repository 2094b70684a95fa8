import { posix } from 'node:path';

/** Paths below which a server serves files and thumbnails. */
const LOCAL = /^(?:\/w)?\/(?:images\/|thumb\.php$|resources\/assets\/file-type-icons\/)/;
const ATTRIBUTES = /\s(?:src|href|srcset|resource|poster|data-file-src)="([^"]*)"/g;

/** Returns the paths of all files and thumbnails that a JSON value refers to, also in the HTML that it contains. */
export function addressesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const add = (address: string): void => {
    const url = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : undefined;
    if (url && LOCAL.test(url.pathname)) found.add(url.pathname + url.search);
  };
  const visit = (each: unknown): void => {
    if (typeof each === 'object' && each !== null) Object.values(each).forEach(visit);
    if (typeof each !== 'string') return;
    if (/^(?:https?:)?\/[^\s<>]+$/.test(each)) add(each);
    for (const [, attribute = ''] of each.matchAll(ATTRIBUTES))
      for (const part of attribute.replaceAll('&amp;', '&').split(/,\s+/)) add(part.trim().split(/\s/)[0] ?? '');
  };
  visit(value);
  return found;
}

const TYPES: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
};

/** Returns the content type of the file at a path. */
export const typeOfPath = (path: string): string | undefined =>
  TYPES[posix.extname(new URL(path, 'http://localhost').pathname).toLowerCase()];
