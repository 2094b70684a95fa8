import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { type Client, isNear, readAddress } from '@wikiquery/server/extend';

/**
 * Returns the headers of a forwarded request, without hop-by-hop headers (RFC 9110, section 7.6.1). Replaces `X-Forwarded-*`, so that the
 * upstream, which trusts this server, receives the client's true address. `length`: of the body in bytes, or undefined for the length that
 * the client sent.
 */
export function headersToWiki(headers: IncomingHttpHeaders, client: Client, length: number | undefined): OutgoingHttpHeaders {
  const kept = endToEnd(headers);
  // The body must end at the same byte for the upstream as for this server.
  if (length !== undefined) kept['content-length'] = String(length);
  // Without this header, Node sends the body of a DELETE without framing, and the upstream reads it as the next request.
  else if (kept['content-length'] === undefined) kept['transfer-encoding'] = 'chunked';
  return { ...kept, ...forwarding(headers, client), via: VIA };
}

/** Returns the headers of an upstream response, without hop-by-hop headers. */
export const headersFromWiki = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => endToEnd(headers);

/** Returns the `X-Forwarded-*` headers. Copies existing values only from a trusted proxy. The client's address comes last. */
export function forwarding(headers: IncomingHttpHeaders, client: Client): Record<string, string> {
  const { ip, secure, proxied, claimed } = client;
  const forwarded = (name: string) => (proxied ? headers[name]?.toString().split(',', 1)[0]?.trim() : undefined);
  const host = [forwarded('x-forwarded-host'), headers.host].find(name => name !== undefined && HOST.test(name));
  const port = [forwarded('x-forwarded-port'), /:(\d+)$/.exec(host ?? '')?.[1]].find(text => text !== undefined && PORT.test(text));
  return {
    'x-forwarded-for': [...(isPublic(ip) ? claims(claimed) : []), ip].join(', '),
    'x-forwarded-proto': secure ? 'https' : 'http',
    'x-forwarded-port': port ?? (secure ? '443' : '80'),
    ...(host !== undefined && { 'x-forwarded-host': host }),
  };
}

/** Whether the request has passed this server before, because the upstream URL leads back to this server. */
export const isLoop = ({ via }: IncomingHttpHeaders): boolean => via?.includes(PSEUDONYM) ?? false;

const PSEUDONYM = `wikiquery-${crypto.randomUUID().slice(0, 8)}`;
const VIA = `1.1 ${PSEUDONYM}`;

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const PORT = /^\d{1,5}$/;

/** Whether to forward addresses that a client claims. A wiki often trusts its own network, whose clients could then claim any address. */
const isPublic = (ip: string): boolean => !isNear(ip, 0);

/** Maximum number of claimed addresses that are forwarded. */
const MOST_CLAIMS = 10;

/** Returns the claimed addresses after the last invalid address. MediaWiki would fail on an invalid address. */
function claims(chain: string): string[] {
  const addresses = chain.split(',').slice(-MOST_CLAIMS).map(readAddress);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1) as string[];
}

/** Removes hop-by-hop headers and headers that only this server may set. */
function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/[\s,]+/));
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const isForwarded = PLAIN_NAME.test(name) && !OF_CONNECTION.has(name) && !ORIGINS.test(name);
    if (isForwarded && (!named.has(name) || END_TO_END.test(name))) kept[name] = value;
  }
  return kept;
}

/** Excludes names such as `X_Forwarded_For`: PHP reads `_` as `-`, and some servers read other characters as `-`. */
const PLAIN_NAME = /^[a-z0-9-]+$/;

const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers in which proxies and cloud services report the origin of a request. PHP would use `Proxy` for its own requests. */
const ORIGINS =
  /^(?:x-forwarded(?:-.*)?|forwarded(?:-.*)?|via|proxy|(?:x-|wl-|true-|proxy-|fastly-|x-cluster-|http-)*client-ip|x-(?:real|remote|originating|proxyuser|appengine-user)-ip|x-remote-addr|remote-addr|cf-.*|x-azure-.*|x-envoy-.*|x-original-.*|x-rewrite-.*|x-host|x-http-.*|x-script-name)$/;

/** Headers that the response depends on. A client cannot remove them by listing them in `Connection`. */
const END_TO_END =
  /^(?:host|cookie|authorization|origin|referer|user-agent|treat-as-untrusted|cache-control|date|set-cookie|vary|accept.*|content-.*|if-.*)$/;
