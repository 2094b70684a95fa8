import type { Site } from '@wikiquery/core';
import { protocolsOf } from './filter.ts';
import { hostOfIndex } from './hosts.ts';
import { parseUrl, withoutDotSegments } from './url.ts';

export { type LinkSearch, protocolParam, whereMatches } from './filter.ts';
export { indexedHost } from './hosts.ts';
export { normalizeUrl, parseUrl, type UrlParts } from './url.ts';

interface StoredLink {
  readonly el_to_domain_index: string;
  readonly el_to_path: string | null;
}

/**
 * The URL of an external link, rebuilt from its index as MediaWiki does since 1.41. What the index does not keep is lost: a user name, the
 * case and the encoding of the host, the name of a news group.
 */
export function externalUrl({ el_to_domain_index: index, el_to_path: path }: StoredLink, site: Site): string {
  return domainOfIndex(index, site) + (path ?? '');
}

function domainOfIndex(index: string, site: Site): string {
  const parts = parseUrl(index, protocolsOf(site));
  if (!parts) return '';
  const { scheme, delimiter, port } = parts;
  const host = scheme === 'mailto' ? mailAddress(parts.path ?? '') : hostOfIndex(parts.host);
  return `${scheme}${delimiter}${host}${port ? `:${port}` : ''}`;
}

/** `org.example.@someone` is someone@example.org. */
function mailAddress(index: string): string {
  const at = index.indexOf('@');
  return at < 0 ? index : `${index.slice(at + 1)}@${hostOfIndex(index.slice(0, at))}`;
}

/** The URL without dot segments in its path, as `expandurl` wants it; empty when it is no URL. */
export function expandedUrl(url: string, site: Site): string {
  const parts = parseUrl(url, protocolsOf(site));
  if (parts?.path === undefined) return parts ? url : '';
  const { scheme, delimiter, host, port, path, query, fragment } = parts;
  const [origin, rest] = [
    `${scheme}${delimiter}${host}${port ? `:${port}` : ''}`,
    `${query ? `?${query}` : ''}${fragment ? `#${fragment}` : ''}`,
  ];
  return origin + withoutDotSegments(path) + rest;
}
