import type { Site } from '@wikiquery/core';

/** Returns the hosts of the wiki's pictures, sounds and videos: its public URL and its file repositories. */
export function mediaHosts({ general, info, urls }: Site): string[] {
  const repositories = Array.isArray(info.repos) ? (info.repos as readonly Readonly<Record<string, unknown>>[]) : [];
  const named = repositories.flatMap(({ rootUrl, url, thumbUrl }) => [rootUrl, url, thumbUrl]);
  const hosts = [general.server, general.logo, general.favicon, ...named].flatMap(each => {
    const url = typeof each === 'string' && each !== '' ? URL.parse(urls.expand(each)) : null;
    // Characters that could end a directive are rejected.
    return url && /^https?:$/.test(url.protocol) && /^[\w.:[\]-]+$/.test(url.host) ? [url.origin] : [];
  });
  return [...new Set(hosts)];
}

/**
 * Returns the Content-Security-Policy of pages. No scripts run, not even the reader's own. Style attributes are allowed, because the parser
 * checks them and many tables depend on them.
 */
export function pagePolicy(site: Site): string {
  const media = ["'self'", ...mediaHosts(site)].join(' ');
  return [
    "default-src 'none'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src ${media} data:`,
    `media-src ${media}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
