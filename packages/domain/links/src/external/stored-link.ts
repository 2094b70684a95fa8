import type { Site } from '@wikiquery/core';
import { protocolsOf } from './filter.ts';
import { hostOfIndex, indexedHost } from './hosts.ts';
import { parseUrl, withoutDotSegments } from './url.ts';

/** An external link as its table keeps it. */
export interface StoredLink {
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

/** The index of an external link, from which `externalUrl` rebuilds it; undefined for what is no URL of the wiki's protocols. */
export function storedLink(url: string, site: Site): StoredLink | undefined {
  const parts = parseUrl(url.startsWith('//') ? `https:${url}` : url, protocolsOf(site));
  if (!parts) return undefined;
  const { scheme, delimiter, port, query, fragment } = parts;
  // A mail address and a news group have no host: their path takes its place.
  const hasPathAsHost = scheme === 'mailto' || scheme === 'news';
  const host = hasPathAsHost ? (parts.path ?? parts.host) : parts.host;
  const at = host.indexOf('@');
  const domain = scheme !== 'mailto' ? indexedHost(host) : at < 0 ? `@${host}` : `${indexedHost(host.slice(at + 1))}@${host.slice(0, at)}`;
  const path = hasPathAsHost ? '' : (parts.path ?? '/');
  return {
    el_to_domain_index: `${scheme}${delimiter}${domain}${port === undefined ? '' : `:${port}`}`,
    el_to_path: path + (query === undefined ? '' : `?${query}`) + (fragment === undefined ? '' : `#${fragment}`),
  };
}
