import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Site } from '@wikiquery/core';

/**
 * Whether a request comes from this wiki or from a program, and not from a foreign web page. Web pages send `Origin`. A page whose name
 * resolves to this machine (DNS rebinding) sends its own name as `Host`, so that both must be known names. An IP address cannot be rebound.
 */
export function isAllowedHost({ host, origin }: IncomingHttpHeaders, site: Site, added: readonly string[]): boolean {
  const allowed = (name: string | undefined): boolean =>
    name !== undefined &&
    (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || LOCAL.has(name) || name === wikiHost(site) || added.includes(name));
  if (origin !== undefined && !allowed(URL.parse(origin)?.hostname)) return false;
  return allowed(URL.parse(`http://${host ?? ''}`)?.hostname);
}

const LOCAL = new Set(['localhost']);

/** Returns the host name of the wiki's public URL. */
const wikiHost = (site: Site): string | undefined => URL.parse(site.urls.expand('/'))?.hostname;
