import type { Site } from '@wikiquery/core';
import { protocolsOf } from './filter.ts';
import { hostOfIndex, indexedHost } from './hosts.ts';
import { parseUrl, queryAndFragment, withoutDotSegments } from './url.ts';

/** Columns of table `externallinks` that contain a URL. */
export interface StoredLink {
  readonly el_to_domain_index: string;
  readonly el_to_path: string | null;
}

/** Rebuilds a URL from its stored columns, as MediaWiki does. User names, news groups, and the host's case and encoding are lost. */
export function externalUrl({ el_to_domain_index: index, el_to_path: path }: StoredLink, site: Site): string {
  const parts = parseUrl(index, protocolsOf(site));
  if (!parts) return path ?? '';
  const { scheme, delimiter, port } = parts;
  const host = scheme === 'mailto' ? mailAddress(parts.path ?? '') : hostOfIndex(parts.host);
  return `${scheme}${delimiter}${host}${port ? `:${port}` : ''}${path ?? ''}`;
}

function mailAddress(index: string): string {
  const at = index.indexOf('@');
  return at < 0 ? index : `${index.slice(at + 1)}@${hostOfIndex(index.slice(0, at))}`;
}

/** Removes the dot segments from a URL's path, for the parameter `expandurl`. Returns an empty string for an invalid URL. */
export function expandedUrl(url: string, site: Site): string {
  const parts = parseUrl(url, protocolsOf(site));
  if (parts?.path === undefined) return parts ? url : '';
  const { scheme, delimiter, host, port, path, query, fragment } = parts;
  const rest = `${query ? `?${query}` : ''}${fragment ? `#${fragment}` : ''}`;
  return `${scheme}${delimiter}${host}${port ? `:${port}` : ''}${withoutDotSegments(path)}${rest}`;
}

/** Returns the columns that store a URL, or undefined if the URL is invalid or the wiki does not link its protocol. */
export function storedLink(url: string, site: Site): StoredLink | undefined {
  const parts = parseUrl(url.startsWith('//') ? `https:${url}` : url, protocolsOf(site));
  if (!parts) return undefined;
  const { scheme, delimiter, port } = parts;
  // `mailto:` and `news:` URLs have a path instead of a host.
  const hasPathAsHost = scheme === 'mailto' || scheme === 'news';
  const host = hasPathAsHost ? (parts.path ?? parts.host) : parts.host;
  const at = host.indexOf('@');
  const domain = scheme !== 'mailto' ? indexedHost(host) : at < 0 ? `@${host}` : `${indexedHost(host.slice(at + 1))}@${host.slice(0, at)}`;
  const path = hasPathAsHost ? '' : (parts.path ?? '/');
  return {
    el_to_domain_index: `${scheme}${delimiter}${domain}${port === undefined ? '' : `:${port}`}`,
    el_to_path: path + queryAndFragment(parts),
  };
}
