import type { IncomingMessage, ServerResponse } from 'node:http';
import { directionOf } from '@wikiquery/languages';
import { EncodedText, pathOf, queryOf, type RouteClient, type RoutedWiki, sendCached } from '@wikiquery/server/extend';
import { createTitles } from '@wikiquery/titles';
import { LRUCache } from 'lru-cache';
import { ApiFailure, PageApi } from './api.ts';
import { kindOf } from './dispatch.ts';
import { loadFrame } from './frame.ts';
import { type LinkedFiles, layOut } from './layout.ts';
import { Links } from './links.ts';
import { failedPage } from './pages/failed.ts';
import { type PathTarget, readerPaths } from './paths.ts';
import { mediaHosts, pagePolicy } from './policy.ts';
import type { PageReply, Reading } from './reading.ts';
import { iconText, robotsText, searchDescriptionText } from './site-files.ts';
import { loadSiteStyles, styleSheet } from './style/styles.ts';

type Handle = (request: IncomingMessage, response: ServerResponse, client: RouteClient) => Promise<void>;

/** A page that was sent, with the bodies of the API's responses that made it. */
interface SentPage {
  readonly bodies: readonly string[];
  readonly status: number;
  readonly text: EncodedText;
}

/** Maximum bytes of the pages that a process keeps to send them again. */
const MOST_SENT = 32 << 20;

/** Creates the handler of a wiki's pages. */
export function createReader({ site, webUis }: RoutedWiki): Handle {
  const titles = createTitles(site);
  const paths = readerPaths(site);
  const policy = pagePolicy(site);
  const explorer = webUis.find(name => name === 'explorer');
  const sent = new LRUCache<string, SentPage>({ maxSize: MOST_SENT, sizeCalculation: ({ text }) => text.plain.length * 3 + 1000 });
  const styles = styleSheet();
  const pageHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, ...COMMON };

  return async (request, response, client) => {
    const url = request.url ?? '/';
    const target = paths.targetOf(pathOf(url));
    const base = 'baseUrl' in request && typeof request.baseUrl === 'string' ? request.baseUrl : '';
    if (target?.kind !== 'page') return sendFile(target, request, response, client, new Links(site, titles, base, explorer));
    const params = new URLSearchParams(queryOf(url));
    const language = codeIn(params, 'uselang');
    const variant = codeIn(params, 'variant') ?? target.variant;
    const api = new PageApi(client, { language, variant });
    const asked = target.title === undefined || target.title === '' ? (params.get('title') ?? undefined) : decodeTitle(target.title);
    const title = asked === undefined ? undefined : titles.local(asked);
    const links = new Links(site, titles, base, explorer);
    const reading: Reading = { site, titles, api, links, params, title, asked, url };
    const kind = kindOf(reading);
    let reply: PageReply;
    try {
      reply = await kind.read(reading);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.retryAfter !== undefined) response.setHeader('Retry-After', error.retryAfter);
      reply = failedPage(error, reading);
    }
    if (reply.kind === 'redirect') return redirect(response, reply.to, reply.status, api);
    const hasSession = request.headers.cookie !== undefined;
    if (reply.kind === 'text') {
      const headers = { 'Content-Type': reply.type, 'Content-Security-Policy': RAW_POLICY, ...COMMON, ...cachingOf(hasSession) };
      return sendCached(response, reply.status ?? 200, withCookies(headers, api), new EncodedText(reply.text));
    }
    const frame = await loadFrame(reading, { ...kind.wordings, ...reply.wordings }, hasSession);
    const key = `${base} ${url}`;
    let page = sent.get(key);
    if (!page || !areSame(page.bodies, api.bodies)) {
      const files = filesOf(links, frame.language);
      const markup = layOut(frame, reply.view(frame), api.queries, files).markup;
      page = { bodies: api.bodies, status: reply.status ?? 200, text: new EncodedText(markup) };
      sent.set(key, page);
    }
    sendCached(response, page.status, withCookies({ ...pageHeaders, ...cachingOf(hasSession) }, api), page.text);
  };

  function filesOf({ base }: Links, language: string): LinkedFiles {
    return {
      styles: `${base}${paths.styles}?modules=reader&only=styles&version=${styles.version}`,
      siteStyles: `${base}${paths.styles}?modules=site.styles&only=styles&dir=${directionOf(language)}`,
      searchDescription: base + paths.searchDescription,
    };
  }

  async function sendFile(
    target: PathTarget | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    client: RouteClient,
    links: Links,
  ): Promise<void> {
    const kind = target?.kind;
    const common = { ...COMMON, 'Cache-Control': 'no-cache', 'Content-Security-Policy': "default-src 'none'" };
    if (kind === 'styles') {
      const asked = new URLSearchParams(queryOf(request.url ?? ''));
      const isOwn = asked.get('modules') === 'reader';
      const isCurrent = isOwn && asked.get('version') === styles.version;
      const css = isOwn ? styles.text : new EncodedText(await loadSiteStyles(client, mediaHosts(site)));
      const caching = isCurrent ? 'public, max-age=31536000, immutable' : cachingOf(request.headers.cookie !== undefined)['Cache-Control'];
      return sendCached(response, 200, { ...common, 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': caching }, css);
    }
    if (kind === 'robots') return sendCached(response, 200, { ...common, 'Content-Type': TEXT }, new EncodedText(robotsText(site)));
    if (kind === 'icon') return sendCached(response, 200, { ...common, 'Content-Type': 'image/svg+xml' }, new EncodedText(iconText));
    const description = new EncodedText(searchDescriptionText(site, links));
    sendCached(response, 200, { ...common, 'Content-Type': 'application/opensearchdescription+xml; charset=utf-8' }, description);
  }
}

const TEXT = 'text/plain; charset=utf-8';
const COMMON = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin', 'Cross-Origin-Opener-Policy': 'same-origin' };
const RAW_POLICY = "default-src 'none'; sandbox";

/** Pages are revalidated before each use, because the wiki may have changed. Caches that several users share must not store private ones. */
const cachingOf = (hasSession: boolean) => ({
  'Cache-Control': hasSession ? 'private, no-cache' : 'no-cache',
  Vary: 'Accept-Encoding, Accept-Language, Cookie',
});

function redirect(response: ServerResponse, to: string, status: number, api: PageApi): void {
  response.writeHead(status, withCookies({ ...COMMON, Location: to, 'Cache-Control': 'no-cache', 'Content-Length': '0' }, api)).end();
}

const withCookies = (headers: Readonly<Record<string, string>>, { cookies }: PageApi): Record<string, string | string[]> =>
  cookies.length === 0 ? headers : { ...headers, 'Cache-Control': 'private, no-cache', 'Set-Cookie': cookies };

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** Returns a language code in the query string; undefined for other values. */
function codeIn(params: URLSearchParams, name: string): string | undefined {
  const code = params.get(name);
  return code !== null && /^[a-z][a-z0-9-]{1,34}$/i.test(code) ? code : undefined;
}

/** Decodes the title in a path. A title that is not UTF-8 is decoded as Latin-1, as old links have it. */
function decodeTitle(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)));
  }
}
