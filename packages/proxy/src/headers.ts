import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { type Client, isNear, readAddress } from '@wikiquery/server/extend';

/**
 * The headers with which a request goes on to the wiki. Those of one connection end here (RFC 9110 7.6.1), and so does whatever tells where the
 * request comes from: `X-Forwarded-*` is written anew, so that the wiki, which believes this server and nobody else, sees the true client.
 * `length`: bytes of the body; undefined where it is as long as the client said.
 */
export function headersToWiki(headers: IncomingHttpHeaders, client: Client, length: number | undefined): OutgoingHttpHeaders {
  const kept = endToEnd(headers);
  // Told anew, so that the wiki ends the body where this server did.
  if (length !== undefined) kept['content-length'] = String(length);
  // Otherwise Node sends the body of a DELETE without framing, and the upstream reads it as the next request.
  else if (kept['content-length'] === undefined) kept['transfer-encoding'] = 'chunked';
  return { ...kept, ...forwarding(headers, client), via: VIA };
}

/** The headers of the wiki's answer, without those of its connection. */
export const headersFromWiki = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => endToEnd(headers);

/** What tells the wiki for whom it is asked. A chain is kept only where a proxy that is believed passed it on; the client itself is the last of it. */
export function forwarding(headers: IncomingHttpHeaders, client: Client): Record<string, string> {
  const { ip, secure, proxied, claimed } = client;
  const told = (name: string) => (proxied ? headers[name]?.toString().split(',', 1)[0]?.trim() : undefined);
  const host = [told('x-forwarded-host'), headers.host].find(name => name !== undefined && HOST.test(name));
  const port = [told('x-forwarded-port'), /:(\d+)$/.exec(host ?? '')?.[1]].find(text => text !== undefined && PORT.test(text));
  return {
    'x-forwarded-for': [...(isPublic(ip) ? claims(claimed) : []), ip].join(', '),
    'x-forwarded-proto': secure ? 'https' : 'http',
    'x-forwarded-port': port ?? (secure ? '443' : '80'),
    ...(host !== undefined && { 'x-forwarded-host': host }),
  };
}

/** Whether the request was here before: the wiki's address leads back to this server. */
export const isLoop = ({ via }: IncomingHttpHeaders): boolean => via?.includes(PSEUDONYM) ?? false;

const PSEUDONYM = `wikiquery-${crypto.randomUUID().slice(0, 8)}`;
const VIA = `1.1 ${PSEUDONYM}`;

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const PORT = /^\d{1,5}$/;

/** A wiki often believes all of its own network: a client from there could name any other address before its own. */
const isPublic = (ip: string): boolean => !isNear(ip, 0);

/** Elements of a chain that are kept at most. */
const MOST_CLAIMS = 10;

/** The addresses next to the client. MediaWiki fails on what is none, so that the chain begins behind it. */
function claims(chain: string): string[] {
  const addresses = chain.split(',').slice(-MOST_CLAIMS).map(readAddress);
  return addresses.slice(addresses.lastIndexOf(undefined) + 1) as string[];
}

/** Without the headers of a connection, and those that only this server writes. */
function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/[\s,]+/));
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const goesOn = PLAIN_NAME.test(name) && !OF_CONNECTION.has(name) && !ORIGINS.test(name);
    if (goesOn && (!named.has(name) || LASTING.test(name))) kept[name] = value;
  }
  return kept;
}

/** CGI writes `_`, and some servers every other sign, as it writes `-`: `X_Forwarded_For` would be `X-Forwarded-For` to PHP. */
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

/** Where a request comes from and what it was for, in the words of proxies and clouds; `Proxy` would be the proxy of PHP's own requests. */
const ORIGINS =
  /^(?:x-forwarded(?:-.*)?|forwarded(?:-.*)?|via|proxy|(?:x-|wl-|true-|proxy-|fastly-|x-cluster-|http-)*client-ip|x-(?:real|remote|originating|proxyuser|appengine-user)-ip|x-remote-addr|remote-addr|cf-.*|x-azure-.*|x-envoy-.*|x-original-.*|x-rewrite-.*|x-host|x-http-.*|x-script-name)$/;

/** What the answer depends on is for the wiki itself: naming it in `Connection` takes nothing away. */
const LASTING =
  /^(?:host|cookie|authorization|origin|referer|user-agent|treat-as-untrusted|cache-control|date|set-cookie|vary|accept.*|content-.*|if-.*)$/;
